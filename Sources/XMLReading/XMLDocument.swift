import CLibXML2
import MediaTime

/// Reads an XML document with libxml2's push parser.
///
/// Nothing but the given bytes is read: no network, no file, no document type, no entity but the
/// predefined ones.
package enum XMLDocument {
    /// Reads a document in UTF-8, whatever its declaration says, up to the end of its root; what
    /// follows that is not read.
    ///
    /// `take` returns whether to go on; reading that it stops is no failure. A prefix without a
    /// declaration is none either. Throws the first mistake.
    package static func read(
        _ document: [UInt8], within bounds: XMLBounds = XMLBounds(),
        _ take: (XMLEvent) -> Bool
    ) throws(XMLFailure) {
        guard document.count <= min(bounds.byteCount, Int(CInt.max)) else { throw .tooLarge }
        _ = isReady
        let failure = withoutActuallyEscaping(take) { take in
            XMLReading(bounds, take).read(document)
        }
        if let failure { throw failure }
    }

    /// libxml2 wants to be set up once, before threads use it.
    private static let isReady: Void = xmlInitParser()
}
