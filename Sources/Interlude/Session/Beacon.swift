import Advertising
import MediaTime

/// A request that tells an ad server what became of an ad.
package struct Beacon: Hashable, Sendable, Codable {
    /// Counts the beacons of the session from 1; 0 for one that the machine does not count, as the
    /// tracking of true[X].
    package var number: Int

    /// `impression`, `error`, an event as VAST names it, or a tracking event of true[X].
    package var kind: String

    /// Macros are not replaced.
    package var address: String

    /// The VAST error code of an `error`; `nil` for any other.
    package var code: Int?

    /// The address that the operator typed to get the document that names ``address``; `nil` for a
    /// file.
    package var documentAddress: String?

    /// Its number on disk; `nil` if it is not there. The machine knows that of a beacon only that an
    /// earlier session has left.
    package var storedID: Int64?

    /// The values of macros in ``address``, by their names; `nil` for none.
    package var values: [String: String]?

    /// The ids of the ad it is about, by the names of the event log.
    package var subject: Subject?

    /// The ad of the stream's schedule that it is about; `nil` for any other.
    package var streamAd: StreamAd?

    package init(
        number: Int, kind: String, address: String, code: Int? = nil,
        documentAddress: String? = nil, subject: Subject? = nil, streamAd: StreamAd? = nil,
        values: [String: String]? = nil
    ) {
        self.values = values
        self.number = number
        self.kind = kind
        self.address = address
        self.code = code
        self.documentAddress = documentAddress
        self.subject = subject
        self.streamAd = streamAd
    }

    /// Whether it is one of the machine, which learns what becomes of it.
    var isCounted: Bool { number > 0 }

    package struct Subject: Hashable, Sendable, Codable {
        package var breakID: Int?
        package var slot: UInt64
        package var spot: Int
    }

    /// An ad that is part of the stream, or a break of it.
    package struct StreamAd: Hashable, Sendable, Codable {
        package var pod: String
        /// Counted from 0 within the pod; `nil` for the break itself.
        package var ad: Int?
        /// The server's id; `nil` if it gives none.
        package var id: String?

        package init(pod: String, ad: Int? = nil, id: String? = nil) {
            self.pod = pod
            self.ad = ad
            self.id = id
        }
    }
}

/// What became of a beacon.
package enum BeaconOutcome: Hashable, Sendable, Codable {
    /// The server has answered with this HTTP status, which is not sent again.
    case confirmed(status: Int)
    /// It was not delivered, and is sent again.
    case retried(reason: String)
    /// It is not sent again.
    case gaveUp(reason: String)
}
