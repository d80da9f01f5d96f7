import Advertising
import FoundationEssentials
import HTTPAccess
import HTTPServing
import Hummingbird
import Interlude
import MediaTime
import PCMAudio
import PlainText

/// Parses request bodies to requests for the player.
enum ControlBody {
    private struct Ignore: Decodable { let spot: String? }
    private struct Skip: Decodable { let `break`: Bool? }
    private struct Delay: Decodable { let seconds: Double }
    private struct Seek: Decodable { let position: Double }
    private struct Volume: Decodable { let gain: Double }

    private struct Push: Decodable {
        let spots: [Advertisement]
        let place: StreamPlace?

        private enum CodingKeys: CodingKey { case spots, at }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            spots = try values.decode([Advertisement].self, forKey: .spots)
            place = values.contains(.at) ? try values.decodePlace(forKey: .at) : nil
        }
    }

    private struct Play: Decodable { let source: String }

    private static let ignore = RequestBodyReader(
        #"no body, or {"spot": ID}"#, keys: ["spot"])
    private static let skip = RequestBodyReader(
        #"no body, or {"break": true}"#, keys: ["break"])
    private static let delay = RequestBodyReader(
        #"{"seconds": SECONDS}, from 0 on"#, keys: ["seconds"])
    private static let seek = RequestBodyReader(
        #"{"position": SECONDS}"#, keys: ["position"])
    private static let volume = RequestBodyReader(
        #"{"gain": FACTOR}, from 0 to 1.5"#, keys: ["gain"])
    private static let push = RequestBodyReader(
        #"{"spots": [{"url": ADDRESS, …}, …]}, 1 to 100 of them, and maybe "at": SECONDS or "end""#,
        keys: ["spots", "at"])
    private static let play = RequestBodyReader(
        #"{"source": ADDRESS}"#, keys: ["source"])

    static func ignore(in request: Request) async throws -> ControlRequest {
        guard let spot = try await ignore.readIfAny(Ignore.self, from: request)?.spot else {
            return .ignore
        }
        guard let id = Int(spot) else {
            throw ignore.malformed(request, "'spot' is no id of a waiting spot")
        }
        return .ignoreSpot(id: id)
    }

    static func skip(in request: Request) async throws -> ControlRequest {
        let body = try await skip.readIfAny(Skip.self, from: request)
        return body?.break == true ? .skipBreak : .skip
    }

    static func delay(in request: Request) async throws -> ControlRequest {
        let seconds = try await delay.read(Delay.self, from: request).seconds
        do throws(NumberError) {
            return .delay(try Duration(checking: seconds, within: .position))
        } catch {
            throw delay.malformed(request, "'seconds' \(error)")
        }
    }

    static func seek(in request: Request) async throws -> ControlRequest {
        let position = try await seek.read(Seek.self, from: request).position
        do throws(NumberError) {
            return .seek(try Duration(checking: position, within: .offset))
        } catch {
            throw seek.malformed(request, "'position' \(error)")
        }
    }

    static func volume(in request: Request) async throws -> ControlRequest {
        .volume(try await gain(in: request))
    }

    static func adVolume(in request: Request) async throws -> ControlRequest {
        .adVolume(try await gain(in: request))
    }

    private static func gain(in request: Request) async throws -> Gain {
        let gain = try await volume.read(Volume.self, from: request).gain
        do throws(NumberError) {
            return try Gain(linear: Float(gain)).checkedVolume()
        } catch {
            throw volume.malformed(request, "'gain' \(error)")
        }
    }

    /// The spots of a listener are fetched from the public network only.
    static func push(
        in request: Request, from role: RequestRole
    ) async throws -> ControlRequest {
        let body = try await push.read(Push.self, from: request)
        let spots = body.spots
        guard (1...100).contains(spots.count) else {
            throw push.malformed(request, "'spots' has \(spots.count) spots")
        }
        for (index, spot) in spots.enumerated() {
            let addresses = [
                ("url", spot.audioFileURL), ("banner", spot.bannerFileURL),
                ("target", spot.bannerTargetURL),
            ]
            for case (let name, let address?) in addresses where WebAddress(address) == nil {
                throw push.malformed(
                    request, "'spots.\(index).\(name)' must begin with http:// or https://")
            }
        }
        let pushed = spots.map { spot in
            var spot = spot.titled
            if role != .operator { spot.reach = .publicNetwork }
            return spot
        }
        return body.place.map { .pushInStream(pushed, at: $0) } ?? .push(pushed)
    }

    /// `offered` are sources that the operator has named; they may be files. A listener may name
    /// other sources on the public network only.
    static func play(
        in request: Request, offered: Set<String>, from role: RequestRole
    ) async throws -> ControlRequest {
        let source = try await play.read(Play.self, from: request).source
        guard WebAddress(source) != nil || offered.contains(source) else {
            throw play.malformed(request, "'source' must begin with http:// or https://")
        }
        return role == .operator || offered.contains(source) ? .play(source) : .playPublic(source)
    }
}

extension Advertisement {
    /// The spot with the name of its file as title, if it has no title.
    fileprivate var titled: Advertisement {
        guard title.isEmpty else { return self }
        var titled = self
        let name = URL(string: audioFileURL)?.lastPathComponent ?? ""
        titled.title = name.isEmpty || name == "/" ? audioFileURL.withoutUserInfo : name
        return titled
    }
}
