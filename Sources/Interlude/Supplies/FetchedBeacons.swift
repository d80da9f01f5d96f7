import Advertising
import HTTPAccess

/// Sends beacons over HTTP.
struct FetchedBeacons: BeaconSupply {
    let client: WebClient

    /// Longer than the limit for connecting: a request that is still connecting fails as that, and is
    /// sent again.
    private static let limit = Duration.seconds(20)

    /// Answers are not read, and real ones are pictures of one pixel.
    private static let maximumByteCount = 1 << 20

    func send(_ beacon: Beacon) async -> BeaconAttempt {
        var macros = AdMacros.now
        macros.values.merge(beacon.values ?? [:]) { $1 }
        if let code = beacon.code {
            macros.values["ERRORCODE"] = "\(code)"
            macros.values["ERROR_CODE"] = "\(code)"
        }
        guard let address = WebAddress(macros.replaced(in: beacon.address)) else {
            return .failed(reason: "\(beacon.address) is no http or https address")
        }
        let provenance = AddressProvenance.document(
            typed: beacon.documentAddress.flatMap { WebAddress($0) })
        do {
            // What a redirect leads to is not asked again: the server that redirects has the beacon.
            let reply = try await client.exchange(
                WebRequest(address, from: provenance), maximumByteCount: Self.maximumByteCount,
                within: Self.limit)
            if reply.isGood { return .answered(status: reply.status) }
            let words = "\(beacon.address): HTTP status \(reply.status)"
            let mayRetry = reply.status == 429 || reply.status >= 500
            return mayRetry && reply.document.address == address
                ? .postponed(reason: words, wait: reply.retryAfter) : .failed(reason: words)
        } catch var error as HTTPAccessError {
            let mayRetry = error.reason.isPassing && error.address == address.description
            // As the document has it, without the time and the random number.
            error.address = beacon.address
            return mayRetry
                ? .undelivered(reason: error.description) : .failed(reason: error.description)
        } catch is CancellationError {
            return .undelivered(reason: "the session has ended")
        } catch {
            return .failed(reason: "\(error)")
        }
    }
}

extension HTTPAccessError.Reason {
    /// Whether the server does not have the request, and may get it later.
    fileprivate var isPassing: Bool {
        switch self {
        case .untrusted, .proxy, .forbiddenAddress, .invalidRequest: false
        default: isUndelivered
        }
    }
}
