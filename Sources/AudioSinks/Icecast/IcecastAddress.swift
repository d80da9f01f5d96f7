import AudioEncoding
import FoundationEssentials
import MediaTime

/// A mount of an Icecast server that the mix is sent to, and how it is encoded for that.
///
/// Written as `http://source:PASSWORD@HOST:PORT/MOUNT`, with `https` for TLS; `icecast` is `http`
/// with the port 8000. The ending of the mount says the codec: `.mp3`, `.aac`, `.opus`, `.ogg` for
/// Opus too, or `.flac`. A query as in `?format=aac&bitrate=96k` says it for other mounts.
package struct IcecastAddress: Hashable, Sendable, CustomStringConvertible {
    /// Without the brackets of an IPv6 address.
    package let host: String
    package let port: UInt16
    /// Whether the connection is encrypted.
    package let isSecure: Bool
    let user: String
    let password: String
    /// Begins with a slash.
    package let mount: String
    package let codec: SoundCodec
    /// In bits per second; 0 for a lossless codec.
    package let bitRate: Int
    /// The highest rate that is sent, in bits per second.
    var sentBitRate: Int { bitRate == 0 ? Self.losslessBitRate : bitRate }

    /// The highest bit rate of a lossless stream: that of 16 bits in stereo.
    private static let losslessBitRate = 1_536_000

    /// Throws if `text` is no such address. The failure does not quote it, for it has a password.
    package init(parsing text: String) throws(SinkFailure) {
        guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
            let usualPort = Self.usualPorts[scheme]
        else { throw SinkFailure("the address must begin with http://, https:// or icecast://") }
        guard let host = parts.host?.withoutBrackets, !host.isEmpty else {
            throw SinkFailure("the address names no host")
        }
        guard let password = parts.password, !password.isEmpty else {
            throw SinkFailure("the password is missing; write source:PASSWORD@ before the host")
        }
        guard let port = UInt16(exactly: parts.port ?? usualPort), port > 0 else {
            throw SinkFailure("the port must be a number from 1 to 65535")
        }
        guard parts.path.count > 1 else {
            throw SinkFailure("the mount is missing; end the address in one, as in /live.mp3")
        }
        let words = [host, parts.user ?? "", password, parts.path]
        guard !words.contains(where: \.hasControlCharacters) else {
            throw SinkFailure("the address has a control character")
        }
        let user = parts.user.flatMap { $0.isEmpty ? nil : $0 }
        self.host = host
        self.port = port
        isSecure = scheme == "https"
        self.user = user ?? "source"
        self.password = password
        mount = parts.path
        (codec, bitRate) = try Self.encoding(
            of: parts.path, parts.queryItems?.map { ($0.name, $0.value ?? "") } ?? [])
    }

    private static let usualPorts = ["http": 80, "https": 443, "icecast": 8000]

    /// The address without user and password, which also stands for it in messages.
    package var publicName: String { "\(isSecure ? "https" : "http")://\(server)\(mount)" }

    /// The host and the port, for people.
    var server: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    package var description: String { publicName }
}

// MARK: - The encoding

extension IcecastAddress {
    private static func encoding(
        of mount: String, _ query: [(name: String, value: String)]
    ) throws(SinkFailure) -> (SoundCodec, bitRate: Int) {
        var format: String?
        var rate: String?
        for (name, value) in query {
            switch name {
            case "format": format = value
            case "bitrate": rate = value
            default: throw SinkFailure("the address may only ask for format and bitrate")
            }
        }
        let codec = try codec(named: format, of: mount)
        guard let rate else { return (codec, codec.usualBitRate) }
        guard codec != .flac else { throw SinkFailure("flac has no bitrate; leave it out") }
        let digits = rate.hasSuffix("k") ? String(rate.dropLast()) + "000" : rate
        guard let bitRate = Int(digits), codec.bitRates.contains(bitRate) else {
            let example = codec == .mp3 ? "one of MPEG's, as in bitrate=128k" : "from 32k to 320k"
            throw SinkFailure("the bitrate of \(codec.rawValue) must be \(example)")
        }
        return (codec, bitRate)
    }

    private static func codec(
        named format: String?, of mount: String
    ) throws(SinkFailure) -> SoundCodec {
        let ending = mount.split(separator: ".").last.map { $0.lowercased() } ?? ""
        let name = format?.lowercased() ?? (ending == "ogg" ? SoundCodec.opus.rawValue : ending)
        guard let codec = SoundCodec(rawValue: name) else {
            throw SinkFailure(
                "the format is missing; end the mount in .mp3, .aac, .opus or .flac, or add "
                    + "?format=mp3")
        }
        return codec
    }
}

extension String {
    fileprivate var withoutBrackets: String {
        hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
    }

    fileprivate var hasControlCharacters: Bool { utf8.contains { $0 < 0x20 || $0 == 0x7F } }
}
