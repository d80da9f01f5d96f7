import HTTPAccess
import MediaTime

/// Decides which spots are kept, and what a kept one is good for (RFC 9111).
package enum SpotCachePolicy {
    /// What a kept spot is good for.
    package enum Use: Hashable, Sendable {
        /// It is played, and the server is not asked.
        case fresh
        /// The server is asked whether it has changed. If the server cannot be reached, it is played.
        case revalidate
        /// The same, but it is not played unless the server confirms it.
        case revalidateOnly
    }

    /// How long a spot is played that no server has confirmed.
    package static let offlineLimit: Duration = .seconds(30 * 86_400)

    /// How long a server that is asked about a kept spot may take to begin its answer. Shorter than
    /// the time that a break waits for a spot.
    package static let answerLimit: Duration = .seconds(3)

    /// What a spot is good for whose response had `fields`, this long after it was received or
    /// confirmed. A negative `age` means that the clock was changed.
    package static func use(_ fields: CacheFields, after age: Duration) -> Use {
        let mustAsk = fields.has("no-cache") || age < .zero
        if !mustAsk, age < .seconds(fields.freshSeconds) { return .fresh }
        let mustConfirm = ["no-cache", "must-revalidate"].contains { fields.has($0) }
        return mustConfirm || age > offlineLimit ? .revalidateOnly : .revalidate
    }

    /// Whether a response with `fields` may be kept.
    package static func mayKeep(_ fields: CacheFields) -> Bool { !fields.has("no-store") }

    /// What follows for a kept spot if its server could not answer.
    package enum Outage: Hashable, Sendable {
        /// The kept spot may stand in.
        case passing
        /// The server no longer has the spot.
        case removed
        /// The server refuses the request, or is another one.
        case refused
    }

    package static func outage(for reason: HTTPAccessError.Reason) -> Outage {
        switch reason {
        case .unknownHost, .refused, .unreachable, .connectTimedOut, .noAnswer, .stalled,
            .tookTooLong, .brokenOff, .proxy, .tooManyOpenFiles:
            .passing
        case .status(let code, _):
            switch code {
            case 404, 410: .removed
            case 408, 429, 500...: .passing
            default: .refused
            }
        case .untrusted, .notHTTP, .tooLarge, .encoded, .undecodable, .tooManyRedirects,
            .redirectedAstray, .forbiddenAddress, .invalidRequest:
            .refused
        }
    }
}

/// The limits of a folder of kept spots.
package struct SpotCacheLimits: Hashable, Sendable {
    /// The bytes of all files. The spots that were not used for the longest time are removed first.
    package var byteCount = 256 << 20
    package var spotCount = 1000

    package init(byteCount: Int = 256 << 20, spotCount: Int = 1000) {
        self.byteCount = byteCount
        self.spotCount = spotCount
    }

    /// A file of the folder.
    package struct File: Hashable, Sendable {
        package var name: String
        package var byteCount: Int
        /// When it was used last, since 1970.
        package var used: Duration

        package init(name: String, byteCount: Int, used: Duration) {
            self.name = name
            self.byteCount = byteCount
            self.used = used
        }
    }

    /// The names of the files to remove so that the rest is within the limits.
    package func surplus(of files: [File]) -> [String] {
        var (room, count) = (byteCount, 0)
        let newestFirst = files.sorted { ($0.used, $0.name) > ($1.used, $1.name) }
        // What is older than one that does not fit is removed too, so that age alone decides.
        let kept = newestFirst.prefix { file in
            room -= min(file.byteCount, room + 1)
            count += 1
            return room >= 0 && count <= spotCount
        }
        return newestFirst[kept.count...].map(\.name)
    }
}
