import HLSPlaylists
import MediaTime

/// Media that an HLS playlist asks to be played in the place of its own (RFC 8216bis, appendix D).
package struct Interstitial: Hashable, Sendable, Codable {
    package enum Asset: Hashable, Sendable, Codable {
        /// The playlist to play.
        case playlist(String)
        /// The address of a JSON list of playlists.
        case list(String)
        /// The ads that servers choose for the break with this number in a list of breaks (VMAP).
        case decision(Int)

        /// As the playlist writes it, or resolved against the playlist's address. Empty for ads of
        /// servers.
        package var address: String {
            get {
                switch self {
                case .playlist(let address), .list(let address): address
                case .decision: ""
                }
            }
            set {
                switch self {
                case .playlist: self = .playlist(newValue)
                case .list: self = .list(newValue)
                case .decision: break
                }
            }
        }
    }

    package enum Snap: String, Hashable, Sendable, Codable, CaseIterable {
        case out = "OUT"
        case `in` = "IN"
    }

    package enum Restriction: String, Hashable, Sendable, Codable, CaseIterable {
        case skip = "SKIP"
        case jump = "JUMP"
    }

    package enum Trigger: String, Hashable, Sendable, Codable, CaseIterable {
        /// Before the programme, wherever it starts.
        case pre = "PRE"
        /// After the programme has ended.
        case post = "POST"
        /// At most once.
        case once = "ONCE"
    }

    package static let className = "com.apple.hls.interstitial"

    package var asset: Asset
    /// Where the programme goes on after the start; `nil` if after the length of what was played.
    package var resumeOffset: Duration?
    /// The most that is played of the assets together.
    package var playoutLimit: Duration?
    package var snap: Set<Snap>
    package var restrictions: Set<Restriction>
    package var triggers: Set<Trigger>
    /// How long it takes, as far as the playlist says.
    package var duration: Duration?
    /// The address that the operator typed to get the playlist; `nil` if there is none. The assets
    /// may be in the same private network.
    package var typedAddress: String?

    /// The break with this number in a list of breaks. `isInsertion` is whether the programme waits
    /// for its end.
    package init(decision number: Int, isInsertion: Bool, triggers: Set<Trigger> = []) {
        asset = .decision(number)
        resumeOffset = isInsertion ? .zero : nil
        snap = []
        restrictions = []
        self.triggers = triggers
    }

    /// `nil` if `range` is no interstitial, or does not name exactly one asset.
    package init?(_ range: DateRange) {
        let attributes = range.attributes
        guard range.className == Self.className else { return nil }
        switch (attributes["X-ASSET-URI"], attributes["X-ASSET-LIST"]) {
        case (let uri?, nil): asset = .playlist(uri)
        case (nil, let list?): asset = .list(list)
        case (nil, nil), (_?, _?): return nil
        }
        playoutLimit = attributes.seconds("X-PLAYOUT-LIMIT")
        snap = Self.set(attributes["X-SNAP"])
        restrictions = Self.set(attributes["X-RESTRICT"])
        triggers = Self.set(attributes["CUE"])
        let length = range.settledDuration ?? range.plannedDuration
        duration = length.map { min($0, playoutLimit ?? $0) } ?? playoutLimit
        resumeOffset = attributes.seconds("X-RESUME-OFFSET", within: .offset)
        // An interstitial that is cut short gives back only what it took.
        if resumeOffset == nil, let playoutLimit, let length, playoutLimit < length {
            resumeOffset = playoutLimit
        }
    }

    /// Whether it takes no part of the programme, which goes on where it was left, or before.
    package var isInsertion: Bool { resumeOffset.map { $0 <= .zero } ?? false }

    /// The values in `text`, separated by commas, that are known.
    private static func set<Value: RawRepresentable & Hashable>(
        _ text: String?
    ) -> Set<Value> where Value.RawValue == String {
        Set((text ?? "").split(separator: ",").compactMap { Value(rawValue: String($0)) })
    }
}
