import FoundationEssentials
import HTTPAccess
import Interlude
import PCMAudio

/// The volume and the source that people chose last, in a player with `--remember`.
///
/// A value: ``Setup`` says what was configured when they chose. A choice counts only for the same
/// configuration, so a changed configuration counts as written.
struct RememberedChoice: Hashable, Sendable {
    var setup: Setup
    var volume: Gain?
    /// The volume before ``volume`` became silence; `nil` if it is audible, or was never another.
    var audible: Gain?
    /// `nil` for the source of the configuration.
    var source: Source?

    /// What the options say about the source and the volume. Addresses have no logins.
    struct Setup: Hashable, Sendable, Codable {
        var source: String
        var home: String
        var volume: Gain?
    }

    /// A chosen source, without the login of its address.
    struct Source: Hashable, Sendable, Codable {
        var address: String
        var namer: SourceNamer

        /// The command that plays it again, with the reach of its namer.
        var command: SessionCommand {
            switch namer {
            case .operator: .play(source: address)
            case .listener: .playPublic(source: address)
            }
        }

        /// The byte limit of an address or a path.
        private static let longestAddress = 8192

        /// Whether it is remembered: a station, or a playlist file that names one. Any other file
        /// was played once.
        fileprivate var isStation: Bool {
            guard address.utf8.count <= Self.longestAddress, !address.utf8.contains(0) else {
                return false
            }
            let isPlaylist = [".m3u", ".m3u8", ".pls"].contains {
                address.lowercased().hasSuffix($0)
            }
            // A relative path depends on the folder of the player.
            return WebAddress(address) != nil
                || namer == .operator && address.hasPrefix("/") && isPlaylist
        }
    }

    init(_ setup: Setup) {
        self.setup = setup
    }

    /// Takes up an accepted command. Returns whether the choice has changed.
    ///
    /// Playing the home again, or something that is no station, forgets the source: the player
    /// returns home after it.
    mutating func take(_ command: SessionCommand) -> Bool {
        let before = self
        switch command {
        case .setVolume(let gain): choose(gain)
        case .play(let address): choose(Source(address: address, namer: .operator))
        case .playPublic(let address): choose(Source(address: address, namer: .listener))
        // A change of the volume is reported as the volume that it led to.
        case .push, .pushAtLiveEdge, .pushInStream, .ignoreAdvertisements, .ignoreAdvertisement,
            .pause, .unpause,
            .goLive, .setDelay, .seek, .setAdVolume, .changeVolume, .mute, .unmute, .skip,
            .skipBreak, .truex,
            .truexAudience,
            .streamerMuted, .streamerUnmuted, .setFill, .setPrivacy, .stop:
            break
        }
        return self != before
    }

    private mutating func choose(_ gain: Gain) {
        let earlier = [volume, audible, setup.volume].compactMap { $0 }.first { $0.linear > 0 }
        audible = gain.linear > 0 ? nil : earlier
        volume = gain
    }

    private mutating func choose(_ chosen: Source) {
        source = chosen.address == setup.home || !chosen.isStation ? nil : chosen
    }
}

extension RememberedChoice {
    /// What of this choice counts for a player with the options `present`. A typed option always
    /// wins.
    func choice(for present: Setup, typed: TypedChoice) -> RememberedChoice {
        var valid = RememberedChoice(present)
        if !typed.hasVolume, setup.volume == present.volume {
            (valid.volume, valid.audible) = (volume, audible)
        }
        if !typed.hasSource, setup.source == present.source, setup.home == present.home {
            valid.source = source
        }
        return valid
    }
}

/// What the command line itself names, and not the settings file.
struct TypedChoice: Hashable, Sendable {
    var hasSource: Bool
    var hasVolume: Bool

    /// `arguments` are those after `play`, as typed.
    init(_ arguments: some Collection<String>) {
        let (names, hasSource, _) = OptionCatalogue.play.scan(arguments)
        self.hasSource = hasSource
        hasVolume = names.contains("volume")
    }
}

extension RememberedChoice: Codable {
    private enum CodingKeys: CodingKey {
        case setup, volume, audible, source
    }

    /// Throws if a volume or a source is none that a player accepts.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        setup = try values.decode(Setup.self, forKey: .setup)
        volume = try values.decodeIfPresent(Gain.self, forKey: .volume)?.checkedVolume()
        audible = try values.decodeIfPresent(Gain.self, forKey: .audible)?.checkedVolume()
        source = try values.decodeIfPresent(Source.self, forKey: .source)
        guard source?.isStation != false else {
            throw DecodingError.dataCorruptedError(
                forKey: .source, in: values, debugDescription: "not a source")
        }
    }
}
