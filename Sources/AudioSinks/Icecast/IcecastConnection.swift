import AudioEncoding
import CShout
import MediaTime

/// Owns one connection of libshout to a server, and closes it.
///
/// For one thread, on which SIGPIPE must be blocked or ignored: libshout writes to sockets that may
/// be closed. It blocks for the name of the host only.
final class IcecastConnection {
    private let shout: OpaquePointer
    private let address: IcecastAddress
    /// The other connections to the server's port.
    private var others: PeerConnections?

    /// How much the system keeps for the server beyond ``waitingByteCount``, in seconds of audio and at
    /// least in bytes.
    private static let systemBuffer = (seconds: 2, leastByteCount: 16_384)

    enum Progress: Hashable {
        case connected
        case connecting
        case failed(reason: String)
    }

    /// Prepares a connection to `address`. Loads libshout if necessary.
    init(_ address: IcecastAddress) throws(SinkFailure) {
        if let reason = CShout_load() { throw SinkFailure(String(cString: reason)) }
        guard let shout = shout_new() else { throw SinkFailure("out of memory") }
        self.shout = shout
        self.address = address
        let format = address.codec.isInOgg ? SHOUT_FORMAT_OGG : SHOUT_FORMAT_MP3
        let tls = address.isSecure ? SHOUT_TLS_RFC2818 : SHOUT_TLS_DISABLED
        let results = [
            shout_set_host(shout, address.host), shout_set_port(shout, address.port),
            shout_set_user(shout, address.user), shout_set_password(shout, address.password),
            shout_set_mount(shout, address.mount), shout_set_agent(shout, "Interlude"),
            shout_set_protocol(shout, UInt32(SHOUT_PROTOCOL_HTTP)), shout_set_tls(shout, tls),
            shout_set_content_format(shout, UInt32(format), SHOUT_USAGE_AUDIO, nil),
            shout_set_nonblocking(shout, UInt32(SHOUT_BLOCKING_NONE)),
        ]
        guard results.allSatisfy({ $0 == SHOUTERR_SUCCESS }) else {
            throw SinkFailure("libshout cannot send \(address.codec.rawValue) to this address")
        }
    }

    deinit {
        // One that was never used on a thread of its own ends anywhere.
        BrokenPipes.blocked {
            shout_close(shout)
            shout_free(shout)
        }
    }

    /// Begins to connect. Call once.
    func open() -> Progress {
        others = PeerConnections(toPort: address.port)
        return progress(after: shout_open(shout))
    }

    /// How far that is.
    var progress: Progress { progress(after: shout_get_connected(shout)) }

    private func progress(after result: CInt) -> Progress {
        switch result {
        case SHOUTERR_SUCCESS, SHOUTERR_CONNECTED:
            limitSystemBuffer()
            return .connected
        case SHOUTERR_BUSY, SHOUTERR_RETRY: return .connecting
        default: return .failed(reason: reason(of: result))
        }
    }

    /// So that a server that hangs is noticed soon. libshout may have connected several times.
    private func limitSystemBuffer() {
        guard let others = others.take() else { return }
        let (seconds, leastByteCount) = Self.systemBuffer
        PeerConnections(toPort: address.port).limitSendBuffers(
            to: max(leastByteCount, seconds * address.sentBitRate / 8), except: others)
    }

    /// Sends `bytes` after those that wait, as far as the server takes them; the rest waits.
    func send(_ bytes: [UInt8]) throws(SinkFailure) {
        guard shout_send_raw(shout, bytes, bytes.count) >= 0 else {
            throw SinkFailure("the streaming server \(address.server) has closed the connection")
        }
    }

    /// How many bytes wait for the server.
    var waitingByteCount: Int { shout_queuelen(shout) }

    /// Shows listeners a title, through a connection of its own. Blocks until the server has
    /// answered, without limit. Returns whether it has accepted the title.
    ///
    /// The mount must have a source, which need not be this one. Only for codecs outside Ogg.
    func show(title: String) -> Bool {
        guard let metadata = shout_metadata_new() else { return false }
        defer { shout_metadata_free(metadata) }
        guard shout_metadata_add(metadata, "song", title) == SHOUTERR_SUCCESS else { return false }
        return shout_set_metadata_utf8(shout, metadata) == SHOUTERR_SUCCESS
    }

    private func reason(of result: CInt) -> String {
        let server = "the streaming server \(address.server)"
        return switch result {
        // libshout does not say which of them.
        case SHOUTERR_NOLOGIN:
            "\(server) refuses this source: the name or the password is wrong, or the mount "
                + "\(address.mount) is in use; check them, or end the other source"
        case SHOUTERR_NOTLS:
            "\(server) does not encrypt; use http:// if the network in between is yours"
        case SHOUTERR_TLSBADCERT:
            "\(server) has a certificate that is not trusted; use one that this machine trusts"
        case SHOUTERR_MALLOC: "out of memory"
        default: "\(server) cannot be reached; start it, or correct the address"
        }
    }
}

extension SoundCodec {
    /// Whether it is sent in Ogg pages, which carry no titles of the server's.
    package var isInOgg: Bool {
        switch self {
        case .opus, .flac: true
        case .mp3, .aac: false
        }
    }
}
