import PlainText
import Synchronization

/// Where the body of a connection comes in: takes the metadata out, and remembers the titles.
final class Inlet: Sendable {
    fileprivate struct State {
        var demuxer: ICYDemuxer
        var titles: [PositionedTitle] = []
        var beginning: [UInt8] = []
        var ending: HTTPStreamConnection.Ending?
        /// Who waits for the beginning.
        var waiting: [CheckedContinuation<[UInt8], Never>] = []

        var isBeginningKnown: Bool { beginning.count >= Inlet.beginningByteCount || ending != nil }
    }

    /// So many bytes tell a playlist or a web page from audio.
    fileprivate static let beginningByteCount = 64

    /// How many letters of a title are kept.
    private static let titleLength = 500

    /// How many titles may wait to be taken; of more the newest stay. A server may send them
    /// without any audio between them.
    private static let titleCount = 256

    private let state: Mutex<State>

    init(metadataInterval: Int?) {
        state = Mutex(State(demuxer: ICYDemuxer(metadataInterval: metadataInterval)))
    }

    /// Returns the audio that `chunk` holds.
    func take(_ chunk: [UInt8]) -> [UInt8] {
        let (audio, waiting) = state.withLock { state in
            let output = state.demuxer.demux(chunk[...])
            state.titles += output.blocks.compactMap { block in
                block.metadata.title.map {
                    PositionedTitle(
                        text: $0.printable(limit: Self.titleLength), position: block.position)
                }
            }
            state.titles.removeFirst(max(0, state.titles.count - Self.titleCount))
            let missing = Self.beginningByteCount - state.beginning.count
            state.beginning += output.audio.prefix(missing)
            return (output.audio, state.takeWaiting())
        }
        tell(waiting)
        return audio
    }

    /// The first that is said of the end counts.
    func end(with ending: HTTPStreamConnection.Ending) {
        finish { $0 = $0 ?? ending }
    }

    /// Counts more than what was said of the end so far.
    func endInstead(with ending: HTTPStreamConnection.Ending) {
        finish { $0 = ending }
    }

    private func finish(_ change: (inout HTTPStreamConnection.Ending?) -> Void) {
        let waiting = state.withLock { state in
            change(&state.ending)
            return state.takeWaiting()
        }
        tell(waiting)
    }

    var ending: HTTPStreamConnection.Ending? { state.withLock { $0.ending } }

    func takeTitles(before position: Int) -> [PositionedTitle] {
        state.withLock { state in
            let count = state.titles.prefix { $0.position <= position }.count
            defer { state.titles.removeFirst(count) }
            return Array(state.titles.prefix(count))
        }
    }

    func beginning() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            let waiting = state.withLock { state in
                state.waiting.append(continuation)
                return state.takeWaiting()
            }
            tell(waiting)
        }
    }

    private func tell(_ waiting: [CheckedContinuation<[UInt8], Never>]) {
        guard !waiting.isEmpty else { return }
        let beginning = state.withLock { $0.beginning }
        for continuation in waiting { continuation.resume(returning: beginning) }
    }
}

extension Inlet.State {
    /// Who may be told the beginning now.
    fileprivate mutating func takeWaiting() -> [CheckedContinuation<[UInt8], Never>] {
        guard isBeginningKnown else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
