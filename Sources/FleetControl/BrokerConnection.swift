import CMosquitto
import Glibc
import MediaTime
import PlainText

/// Owns one client of libmosquitto, and ends its connection.
///
/// For one thread, on which SIGPIPE must be blocked or ignored: libmosquitto writes to sockets that
/// may be closed. ``open()`` blocks for the name of the host and the handshake, nothing else does.
final class BrokerConnection {
    private let client: OpaquePointer
    private let address: FleetAddress
    private let box: EventBox

    /// What the broker has done, in order.
    enum Event: Hashable {
        case accepted
        case message(topic: String, payload: [UInt8], isRetained: Bool)
        /// The broker has a message with this number, or refuses it for a reason. A broker of MQTT
        /// 3.1.1 does not tell that it drops one.
        case confirmed(Int32, refusal: String?)
        case subscribed(Int32)
        case lost(reason: String)
    }

    /// How a client is known to the broker.
    enum Identity: Hashable {
        /// A name that the broker keeps what is due for, and what it publishes when the client is
        /// gone.
        case kept(String, will: FleetPublication)
        /// A client whose end the broker forgets.
        case passing
    }

    /// How long a broker keeps what is due for a player that is off, in seconds: a day longer than
    /// any push is valid.
    private static let sessionLength: UInt32 = 2 * 86_400
    /// How often the connection is tested, in seconds.
    private static let testInterval: Int32 = 30

    /// What the callbacks have found.
    private final class EventBox {
        var events: [Event] = []
        /// What libmosquitto has written about its last failure.
        var failure: String?
        let version: FleetAddress.Version

        init(_ version: FleetAddress.Version) { self.version = version }

        func words(_ status: Int32) -> String {
            // As in `OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed`.
            guard status == Int32(MOSQ_ERR_TLS.rawValue),
                let reason = failure?.split(separator: ":").last
            else { return BrokerConnection.words(status) }
            return "TLS: \(reason.trimmed)"
        }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> EventBox? {
            pointer.map { Unmanaged<EventBox>.fromOpaque($0).takeUnretainedValue() }
        }
    }

    /// Prepares a connection. Loads libmosquitto if necessary.
    init(_ address: FleetAddress, as identity: Identity) throws(FleetFailure) {
        if let reason = CMosquitto_load() { throw FleetFailure(String(cString: reason)) }
        self.address = address
        box = EventBox(address.version)
        let owner = Unmanaged.passUnretained(box).toOpaque()
        let name: String? =
            switch identity {
            case .kept(let name, _): name
            case .passing: nil
            }
        guard let client = mosquitto_new(name, name == nil, owner) else {
            throw FleetFailure("out of memory")
        }
        self.client = client
        let version = address.version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        var results = [
            mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, version),
            // It then writes only in `advance(_:)` and `close()`.
            mosquitto_threaded_set(client, true),
        ]
        if let user = address.user {
            results.append(mosquitto_username_pw_set(client, user, address.password))
        }
        if address.isSecure {
            if let file = address.authorities {
                results.append(mosquitto_tls_set(client, file, nil, nil, nil, nil))
            } else {
                results.append(mosquitto_int_option(client, MOSQ_OPT_TLS_USE_OS_CERTS, 1))
            }
        }
        if case .kept(_, let will) = identity {
            results.append(
                mosquitto_will_set(
                    client, will.topic, Int32(clamping: will.payload.count), will.payload, 1, true))
        }
        guard results.allSatisfy({ $0 == Self.success }) else {
            let reason = results.first { $0 != Self.success }.map(Self.words) ?? ""
            throw FleetFailure("libmosquitto cannot use the address: \(reason)")
        }
        setCallbacks()
    }

    deinit { mosquitto_destroy(client) }

    private static let success = Int32(MOSQ_ERR_SUCCESS.rawValue)

    private func setCallbacks() {
        mosquitto_log_callback_set(client) { _, owner, level, line in
            guard level == MOSQ_LOG_ERR, let line else { return }
            EventBox.of(owner)?.failure = String(cString: line)
        }
        mosquitto_connect_callback_set(client) { _, owner, code in
            guard let box = EventBox.of(owner) else { return }
            box.events.append(
                code == 0 ? .accepted : .lost(reason: refusal(code, box.version)))
        }
        mosquitto_disconnect_callback_set(client) { _, owner, code in
            guard let box = EventBox.of(owner) else { return }
            let words = code == 0 ? "" : box.words(code)
            box.events.append(.lost(reason: words.isEmpty ? "the connection was ended" : words))
        }
        mosquitto_message_callback_set(client) { _, owner, message in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let bytes = UnsafeRawBufferPointer(
                start: message.payload, count: max(0, Int(message.payloadlen)))
            // One byte more than is allowed says that it is too long.
            let kept = bytes.prefix(FleetPayload.byteLimit + 1)
            EventBox.of(owner)?.events.append(
                .message(
                    topic: String(cString: topic), payload: Array(kept), isRetained: message.retain)
            )
        }
        mosquitto_publish_v5_callback_set(client) { _, owner, number, code, _ in
            // From here on, codes are of failures.
            let words =
                code < 0x80
                ? nil
                : String(cString: mosquitto_reason_string(code)).lowercasedFirst.withoutFinalDot
            EventBox.of(owner)?.events.append(.confirmed(number, refusal: words))
        }
        mosquitto_subscribe_callback_set(client) { _, owner, number, _, _ in
            EventBox.of(owner)?.events.append(.subscribed(number))
        }
    }

    fileprivate static func words(_ status: Int32) -> String {
        let words =
            status == Int32(MOSQ_ERR_ERRNO.rawValue)
            ? String(cString: strerror(errno)) : String(cString: mosquitto_strerror(status))
        return words.trimmed.lowercasedFirst.withoutFinalDot
    }

    /// Connects, also again. Blocks. ``Event/accepted`` or ``Event/lost(reason:)`` follows if it
    /// returns.
    func open() throws(FleetFailure) {
        box.events = []
        box.failure = nil
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if address.version == .five {
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue), Self.sessionLength)
            // With its topic and properties.
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue),
                UInt32(FleetPayload.byteLimit + 4096))
        }
        let status = mosquitto_connect_bind_v5(
            client, address.host, Int32(address.port), Self.testInterval, nil, properties)
        guard status == Self.success else { throw FleetFailure(box.words(status)) }
    }

    /// The socket to wait for, and whether it has to become writable; `nil` without a connection.
    var awaited: pollfd? {
        let descriptor = mosquitto_socket(client)
        guard descriptor >= 0 else { return nil }
        let events = Int16(POLLIN) | (mosquitto_want_write(client) ? Int16(POLLOUT) : 0)
        return pollfd(fd: descriptor, events: events, revents: 0)
    }

    /// Writes and reads as `poll` permits, and returns what has happened. Call at least every few
    /// seconds.
    ///
    /// The broker learns in the next call that a returned message has arrived: the caller carries it
    /// out before, and gets it again if the process is killed meanwhile.
    func advance(_ ready: Int16) -> [Event] {
        var status = Self.success
        if mosquitto_want_write(client) { status = mosquitto_loop_write(client, 1) }
        if status == Self.success, ready & Int16(POLLIN | POLLHUP | POLLERR) != 0 {
            status = mosquitto_loop_read(client, 1)
        }
        if status == Self.success { status = mosquitto_loop_misc(client) }
        defer { box.events = [] }
        let isTold = box.events.contains { if case .lost = $0 { true } else { false } }
        // Callbacks tell most losses.
        if status != Self.success, !isTold {
            box.events.append(.lost(reason: box.words(status)))
        }
        return box.events
    }

    /// Publishes, and returns the number of the message.
    @discardableResult
    func publish(
        _ publication: FleetPublication, expiringAfter life: Duration? = nil
    ) throws(FleetFailure) -> Int32 {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        if let life, address.version == .five {
            mosquitto_property_add_int32(
                &properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue),
                UInt32(clamping: Int64(saturating: life.inSeconds.rounded(.up))))
        }
        var number: Int32 = 0
        let status = mosquitto_publish_v5(
            client, &number, publication.topic, Int32(clamping: publication.payload.count),
            publication.payload, publication.isAssured ? 1 : 0, publication.isRetained, properties)
        guard status == Self.success else { throw FleetFailure(Self.words(status)) }
        return number
    }

    /// Subscribes with QoS 1, and returns the number of the request.
    @discardableResult
    func subscribe(to filter: String) throws(FleetFailure) -> Int32 {
        var number: Int32 = 0
        let status = mosquitto_subscribe(client, &number, filter, 1)
        guard status == Self.success else { throw FleetFailure(Self.words(status)) }
        return number
    }

    /// Says goodbye, so that the broker does not publish the will.
    func close() {
        mosquitto_disconnect(client)
        mosquitto_loop_write(client, 1)
        box.events = []
    }
}

/// Why a broker has refused a client.
private func refusal(_ code: Int32, _ version: FleetAddress.Version) -> String {
    switch version {
    case .three:
        return String(cString: mosquitto_connack_string(code)).lowercasedFirst.withoutFinalDot
    case .five:
        let words = String(cString: mosquitto_reason_string(code)).lowercasedFirst.withoutFinalDot
        // A broker of an older version answers with its own code.
        let isOlder = code == 1 || code == Int32(MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION.rawValue)
        return isOlder ? "the broker lacks MQTT 5; add ?mqtt=3.1.1 to the address" : words
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }

    fileprivate var withoutFinalDot: String { hasSuffix(".") ? String(dropLast()) : self }
}
