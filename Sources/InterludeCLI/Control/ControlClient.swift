import FoundationEssentials
import Glibc
import Interlude

/// Asks a running player for one thing at a time. Blocks its caller.
struct ControlClient: ~Copyable {
    private let socket: UnixSocket
    private let player: Int32
    private var input = LineBuffer(limit: .max)

    /// How long a player may take for an answer: `play` is answered once the source has sound, or
    /// was tried in vain.
    private static let patience = timeval(tv_sec: 40, tv_usec: 0)

    /// Connects to `player`, or to the only one that runs if it is `nil`.
    init(to player: Int32? = nil, in folder: ControlFolder = ControlFolder()) throws(CommandError) {
        let chosen = if let player { player } else { try Self.onlyPlayer(in: folder) }
        do {
            socket = try UnixSocket.connect(to: folder.socketPath(of: chosen))
        } catch {
            throw CommandError(
                .unavailable, "no player runs as process \(chosen); leave out --player to find one")
        }
        self.player = chosen
        var patience = Self.patience
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(socket.descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
    }

    private static func onlyPlayer(in folder: ControlFolder) throws(CommandError) -> Int32 {
        let players = folder.players()
        guard let first = players.first else {
            throw CommandError(
                .unavailable, "no player is running; start one with 'interlude play SOURCE'")
        }
        guard players.count == 1 else {
            let list = players.map(String.init).joined(separator: ", ")
            throw CommandError(
                .usage, "several players are running (\(list)); choose one with --player")
        }
        return first
    }

    /// Sends `request` and waits for the answer.
    mutating func send(_ request: ControlRequest) throws(CommandError) -> ControlAnswer {
        try send(line: Self.line(of: request))
    }

    /// The line that stands for `request`.
    static func line(of request: ControlRequest) throws(CommandError) -> [UInt8] {
        guard let json = try? JSONEncoder().encode(request) else {
            // try?: the only request that JSON cannot hold is one with a number that is none.
            throw CommandError(.usage, "the request holds a number that is none")
        }
        return json + [UInt8(ascii: "\n")]
    }

    /// Sends a request's line and waits for the answer.
    mutating func send(line: [UInt8]) throws(CommandError) -> ControlAnswer {
        var rest = line[...]
        while !rest.isEmpty {
            let flags = Int32(MSG_NOSIGNAL)
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.descriptor, $0.baseAddress, $0.count, flags)
            }
            guard count > 0 else { throw silence }
            rest = rest.dropFirst(count)
        }
        guard let answer = ControlAnswer(line: try receiveLine()) else {
            throw CommandError(.defect, "player \(player) answered what is no answer")
        }
        return answer
    }

    private mutating func receiveLine() throws(CommandError) -> String {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            if let line = input.takeLine() { return line }
            let count = recv(socket.descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { throw silence }
            input.append(chunk[..<count])
        }
    }

    private var silence: CommandError {
        CommandError(.unavailable, "player \(player) does not answer; it may be ending")
    }
}
