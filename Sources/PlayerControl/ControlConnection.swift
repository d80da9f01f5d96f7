import FoundationEssentials
import Glibc
import Interlude
import MediaTime

/// One client of a ``ControlServer``. Its requests are answered one after the other.
///
/// For the server's thread only.
struct ControlConnection {
    let socket: UnixSocket
    private var input = LineBuffer(limit: ControlServer.longestLine)
    private var output: [UInt8] = []
    private var state = State.reading

    private enum State: Equatable {
        case reading
        /// The player has a request, and has not replied.
        case awaitingReply
        /// The client sends no more; pending requests are still answered.
        case ending
        case awaitingReplyWhileEnding
        case closed
    }

    /// A request, if one is complete.
    enum Received: Equatable {
        case nothing
        case request(ControlRequest)
    }

    init(_ socket: UnixSocket) {
        self.socket = socket
    }

    var isClosed: Bool { state == .closed }

    /// Whether a reply is still to be sent, in whole or in part.
    var isBusy: Bool {
        switch state {
        case .awaitingReply, .awaitingReplyWhileEnding: true
        case .reading, .ending: !output.isEmpty
        case .closed: false
        }
    }

    /// The `poll` events that it waits for.
    var events: Int16 {
        if !output.isEmpty { return Int16(POLLOUT) }
        return state == .reading ? Int16(POLLIN) : 0
    }

    /// Reads and writes as `poll` permits. Returns the next request, if there is one.
    mutating func advance(_ ready: Int16) -> Received {
        if ready & Int16(POLLHUP | POLLERR | POLLNVAL) != 0, ready & Int16(POLLIN) == 0 {
            state = .closed
        }
        if ready & Int16(POLLIN) != 0, state == .reading { read() }
        if ready & Int16(POLLOUT) != 0 { send() }
        return nextRequest()
    }

    /// Sends `reply`. Returns the next request, if it was received already.
    mutating func deliver(_ reply: ControlReply) -> Received {
        guard reply.isLast else {
            if state == .awaitingReply || state == .awaitingReplyWhileEnding { answer(reply) }
            return .nothing
        }
        switch state {
        case .awaitingReply: state = .reading
        case .awaitingReplyWhileEnding: state = .ending
        case .reading, .ending, .closed: return .nothing
        }
        answer(reply)
        return nextRequest()
    }

    private mutating func read() {
        var chunk = [UInt8](repeating: 0, count: 16_384)
        let count = recv(socket.descriptor, &chunk, chunk.count, 0)
        if count > 0 {
            input.append(chunk[..<count])
        } else if count == 0 {
            state = .ending
        } else if errno != EAGAIN && errno != EINTR {
            state = .closed
        }
    }

    private mutating func nextRequest() -> Received {
        while output.isEmpty, state == .reading || state == .ending {
            if input.isOverfull {
                input = LineBuffer(limit: ControlServer.longestLine)
                state = .ending
                answer(.refused("a request has at most \(ControlServer.longestLine) bytes"))
            } else if let line = input.takeLine() {
                guard let request = request(in: line) else { continue }
                state = state == .reading ? .awaitingReply : .awaitingReplyWhileEnding
                return .request(request)
            } else if state == .ending {
                state = .closed
            } else {
                break
            }
        }
        return .nothing
    }

    /// The request in `line`; refuses any other line.
    private mutating func request(in line: String) -> ControlRequest? {
        if line.allSatisfy(\.isWhitespace) { return nil }
        do {
            return try JSONDecoder().decode(ControlRequest.self, from: Data(line.utf8))
        } catch let error as DecodingError where error.numberWords != nil {
            answer(.refused(error.numberWords ?? ""))
            return nil
        } catch {
            answer(.refused("not a request; write {\"verb\":\"status\"} or another verb"))
            return nil
        }
    }

    private mutating func answer(_ reply: ControlReply) {
        guard !isClosed else { return }
        output += Array((reply.line + "\n").utf8)
        send()
    }

    private mutating func send() {
        let count = Glibc.send(
            socket.descriptor, output, output.count, Int32(MSG_NOSIGNAL))
        if count >= 0 {
            output.removeFirst(count)
        } else if errno != EAGAIN && errno != EINTR {
            state = .closed
        }
    }
}
