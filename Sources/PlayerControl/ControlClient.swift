import FoundationEssentials
import Glibc
import Interlude
import MediaTime

/// A connection to a running player, which carries one request at a time. Blocks its caller.
package struct ControlClient: ~Copyable {
    private let socket: UnixSocket
    private let player: Int32
    private var input = LineBuffer(limit: .max)

    /// The time limit for an answer. `play` is answered once the source has sound or has failed.
    private static let timeout = Duration.seconds(40)

    /// Connects to `player`; `nil` for the only running one.
    package init(
        to player: Int32? = nil, in folder: ControlFolder = ControlFolder()
    ) throws(ControlError) {
        try self.init(to: player, in: folder, timeout: Self.timeout)
    }

    init(
        to player: Int32?, in folder: ControlFolder, timeout: Duration
    ) throws(ControlError) {
        let chosen = if let player { player } else { try Self.onlyPlayer(in: folder) }
        do {
            socket = try UnixSocket.connect(to: folder.socketPath(of: chosen), within: timeout)
        } catch {
            throw ControlError(
                .unavailable,
                "process \(chosen) is not a running player; leave out --player to find one")
        }
        self.player = chosen
    }

    private static func onlyPlayer(in folder: ControlFolder) throws(ControlError) -> Int32 {
        let players = folder.players()
        guard let first = players.first else {
            throw ControlError(
                .unavailable, "no player is running; start one with 'interlude play SOURCE'")
        }
        guard players.count == 1 else {
            let list = players.map { player in
                RunningPlayer(asking: player, in: folder).map { "\(player) plays \($0.source)" }
                    ?? "\(player)"
            }
            throw ControlError(
                .usage,
                "several players are running (\(list.joined(separator: ", "))); "
                    + "choose one with --player")
        }
        return first
    }

    /// Sends `request` and waits for the answer.
    package mutating func send(_ request: ControlRequest) throws(ControlError) -> ControlAnswer {
        try send(line: Self.line(of: request))
    }

    /// The line of `request` in the protocol.
    package static func line(of request: ControlRequest) throws(ControlError) -> [UInt8] {
        guard let json = try? JSONEncoder().encode(request) else {
            // try?: only a number that is not finite cannot be encoded.
            throw ControlError(.usage, "the request has a number that JSON cannot represent")
        }
        return json + [UInt8(ascii: "\n")]
    }

    /// Sends a push and waits until each of its spots has ended. Passes their progress to `report`.
    ///
    /// Waits without a limit, but not for a player that has ended.
    package mutating func push(
        _ spots: [Advertisement], report: (SpotProgress) throws -> Void
    ) throws -> ControlAnswer {
        socket.waitWithoutLimit()
        try write(Self.line(of: .pushAndWait(spots)))
        while true {
            let line: String
            do throws(ControlError) {
                line = try receiveLine()
            } catch {
                throw ControlError(
                    .unavailable,
                    "player \(player) ended before the spots; its event log has the reason")
            }
            guard let progress = ControlProgress(line: line)?.progress else {
                return try answer(in: line)
            }
            try report(progress)
        }
    }

    /// Sends a request's line and waits for the answer.
    package mutating func send(line: [UInt8]) throws(ControlError) -> ControlAnswer {
        try write(line)
        return try answer(in: receiveLine())
    }

    private func answer(in line: String) throws(ControlError) -> ControlAnswer {
        guard let answer = ControlAnswer(line: line) else {
            throw ControlError(.defect, "player \(player) sent an invalid answer")
        }
        return answer
    }

    private func write(_ line: [UInt8]) throws(ControlError) {
        var rest = line[...]
        while !rest.isEmpty {
            let flags = Int32(MSG_NOSIGNAL)
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.descriptor, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw silence
            }
            rest = rest.dropFirst(count)
        }
    }

    private mutating func receiveLine() throws(ControlError) -> String {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let line = input.takeLine() { return line }
            let count = recv(socket.descriptor, &chunk, chunk.count, 0)
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw silence
            }
            input.append(chunk[..<count])
        }
    }

    private var silence: ControlError {
        ControlError(.unavailable, "player \(player) does not answer; it may be ending")
    }
}

/// The line of ``ControlReply/progress(_:)``.
private struct ControlProgress: Decodable {
    let progress: SpotProgress

    /// `nil` for any other line.
    init?(line: String) {
        // try?: any other line is an answer.
        guard let read = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
            return nil
        }
        self = read
    }
}

/// The answer of a player, parsed from the line of a ``ControlReply``.
package struct ControlAnswer: Hashable, Sendable {
    /// The reason for a refusal; `nil` if the player accepted the request.
    package let refusal: String?

    /// The JSON of the status; `nil` for other requests.
    package let status: String?

    /// Parses a line; `nil` if it is not a reply.
    init?(line: String) {
        struct Verdict: Decodable {
            let ok: Bool
            let error: String?
        }
        guard let verdict = try? JSONDecoder().decode(Verdict.self, from: Data(line.utf8)) else {
            // try?: the reason is of no interest.
            return nil
        }
        refusal = verdict.ok ? nil : verdict.error ?? "the player gave no reason"
        let prefix = #"{"ok":true,"status":"#
        status = line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count).dropLast()) : nil
    }
}
