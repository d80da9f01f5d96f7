/// A frame of a timed ID3 tag, as it is reported to apps and in the event log.
///
/// Its texts are bounded. Of binary data only the length is kept, and of small ones the beginning.
public struct TagFrame: Hashable, Sendable, Codable {
    /// The id of ID3v2.4, such as `TXXX`.
    public var id: String

    /// The description of a `TXXX`, `WXXX` or `GEOB` frame; `nil` for other frames.
    public var description: String?

    /// The owner of a `PRIV` or `UFID` frame, often a domain name; `nil` for other frames.
    public var owner: String?

    /// The media type of a `GEOB` frame; `nil` for other frames.
    public var mimeType: String?

    /// The name of the file in a `GEOB` frame; `nil` for other frames.
    public var fileName: String?

    /// The text or the address, several texts with ` / ` between them. Of a `PRIV` or `UFID` frame
    /// the first 64 bytes as hexadecimal digits. `nil` for frames whose content is not kept.
    public var value: String?

    /// The length of binary data in bytes; `nil` for texts and addresses.
    public var byteCount: Int?

    public init(id: String) {
        self.id = id
    }

    /// Changes each text but the id.
    package mutating func changeTexts(_ change: (String) -> String) {
        description = description.map(change)
        owner = owner.map(change)
        mimeType = mimeType.map(change)
        fileName = fileName.map(change)
        value = value.map(change)
    }

    /// The length of all texts in bytes.
    package var textByteCount: Int {
        [id, description, owner, mimeType, fileName, value].reduce(0) {
            $0 + ($1?.utf8.count ?? 0)
        }
    }

    /// The limit of a text in Unicode scalars.
    package static let textLimit = 2048
    /// How many bytes of binary data are kept.
    static let dataLimit = 64
}

extension TagFrame {
    init(_ frame: ID3Frame) {
        id = frame.id
        switch frame.content {
        case .text(let values): value = values.joined(separator: " / ")
        case .userText(let description, let value):
            self.description = description
            self.value = value
        case .link(let address): value = address
        case .userLink(let description, let address):
            self.description = description
            value = address
        case .privateData(let owner, let data), .uniqueID(let owner, let data):
            self.owner = owner
            value = data.prefix(Self.dataLimit).map(\.hexadecimal).joined()
            byteCount = data.count
        case .object(let mimeType, let fileName, let description, let data):
            self.mimeType = mimeType
            self.fileName = fileName
            self.description = description
            byteCount = data.count
        case .other(let count): byteCount = count
        }
        changeTexts { String($0.unicodeScalars.prefix(Self.textLimit)) }
    }
}

extension UInt8 {
    /// Two digits.
    fileprivate var hexadecimal: String {
        let digits = String(self, radix: 16)
        return digits.count < 2 ? "0" + digits : digits
    }
}
