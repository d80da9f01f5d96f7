import MediaTime
import PlainText

/// A list of breaks in VMAP 1.0, each with ads or with the place of some.
package struct VMAPDocument: Hashable, Sendable {
    package let version: String?
    /// In the order of the document.
    package let breaks: [Break]

    package struct Break: Hashable, Sendable {
        package var id: String?
        /// As the document has it: a time, `n%`, `#m`, `start` or `end`.
        package var timeOffset: String
        /// Whether ``timeOffset`` is one of these.
        package var isPlaced: Bool
        /// What its ads may be: linear, nonlinear or display.
        package var types: [String]
        /// After how much of the programme it comes again; `nil` if it does not.
        package var repeatAfter: Duration?
        /// `nil` if the document names no ads for it.
        package var source: Source?
        /// Whether more than the first ad may be heard.
        package var allowsSeveral = true
        package var tracking: [VASTTracking] = []
    }

    /// Where the ads of a break are.
    package enum Source: Hashable, Sendable {
        /// The document has them itself; `nil` if what it has is no VAST document.
        case inline(VASTDocument?)
        /// At an address.
        case tag(String)
        /// In another form, of which only its name is known.
        case custom(String?)
    }
}

extension VMAPDocument {
    /// Reads a document, as ``VASTDocument/init(parsing:)`` does. Throws why it is none.
    package init(parsing bytes: [UInt8]) throws(VASTFailure) {
        let root = try VASTFailure.root(of: bytes)
        guard root.isNamed("VMAP") else {
            throw VASTFailure(
                .schema, "is XML with the root <\(root.name.printable)>; name a VMAP document")
        }
        version = root.attribute("version")
        breaks = root.all("AdBreak").map { Break($0) }
    }
}

extension VMAPDocument.Break {
    fileprivate init(_ element: MarkupElement) {
        id = element.attribute("breakId")
        timeOffset = element.attribute("timeOffset") ?? ""
        isPlaced = VMAPOffset.read(timeOffset) != nil
        types = (element.attribute("breakType") ?? "linear").lowercased().split(separator: ",")
            .map(\.trimmed).filter { !$0.isEmpty }
        repeatAfter = element.attribute("repeatAfter").flatMap { ClockTime.duration($0) }
            .flatMap { $0 > .zero ? $0 : nil }
        if let source = element.first("AdSource") {
            allowsSeveral = source.flag("allowMultipleAds") ?? true
            self.source = VMAPDocument.Source(source)
        }
        tracking = element.all(["TrackingEvents", "Tracking"]).compactMap { VASTTracking($0) }
    }
}

extension VMAPDocument.Source {
    fileprivate init?(_ element: MarkupElement) {
        // The first name is of VMAP 1.0.1, the second one of 1.0.
        if let data = element.first("VASTAdData") ?? element.first("VASTData") {
            let root = data.first("VAST") ?? data.first("DAAST")
            // try?: what is no VAST document is told by its absence.
            self = .inline(root.flatMap { try? VASTDocument($0) })
        } else if let tag = element.first("AdTagURI")?.address {
            self = .tag(tag)
        } else if let custom = element.first("CustomAdData") {
            self = .custom(custom.attribute("templateType"))
        } else {
            return nil
        }
    }
}
