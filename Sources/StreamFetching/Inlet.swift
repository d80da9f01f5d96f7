import AdCues
import HTTPAccess
import MediaTime
import PlainText
import Synchronization

/// The receiving end of a connection's body: removes the metadata, and keeps it.
final class Inlet: Sendable {
    fileprivate struct State {
        var demuxer: ICYDemuxer
        /// Finds the comments of Ogg; `nil` if the audio is not Ogg.
        var comments: OggCommentReader? = OggCommentReader()
        var titles: [PositionedTitle] = []
        var markers: [PositionedMarker] = []
        var beginning: [UInt8] = []
        var ending: HTTPStreamConnection.Ending?
        /// Callers that wait for the beginning.
        var waiting: [CheckedContinuation<[UInt8], Never>] = []

        var isBeginningKnown: Bool { beginning.count >= Inlet.beginningByteCount || ending != nil }
    }

    /// How many bytes are enough to distinguish a playlist or a web page from audio.
    fileprivate static let beginningByteCount = 64

    /// How many letters of a title are kept.
    private static let titleLength = 500

    /// How many titles, and how many markers, are queued; the oldest are dropped first. A server may
    /// send them without any audio in between.
    private static let blockCount = 256

    private let state: Mutex<State>

    init(metadataInterval: Int?) {
        state = Mutex(State(demuxer: ICYDemuxer(metadataInterval: metadataInterval)))
    }

    /// Returns the audio in `chunk`.
    func take(_ chunk: [UInt8]) -> [UInt8] {
        let (audio, waiting) = state.withLock { state in
            let output = state.demuxer.demux(chunk[...])
            state.titles += output.blocks.compactMap { block in
                block.metadata.title.map {
                    PositionedTitle(
                        text: $0.printable(limit: Self.titleLength),
                        artwork: block.metadata.url.flatMap(Self.artwork),
                        position: block.position)
                }
            }
            state.titles.removeFirst(max(0, state.titles.count - Self.blockCount))
            state.markers += output.blocks.map {
                PositionedMarker(.block($0.metadata), position: $0.position)
            }
            let missing = Self.beginningByteCount - state.beginning.count
            state.beginning += output.audio.prefix(missing)
            state.readComments(in: output.audio)
            state.markers.removeFirst(max(0, state.markers.count - Self.blockCount))
            return (output.audio, state.takeWaiting())
        }
        tell(waiting)
        return audio
    }

    /// The address of a title's picture; `nil` for text that is none.
    private static func artwork(_ text: String) -> String? {
        WebAddress(text) == nil ? nil : text.withoutUserInfo.escapingUnprintable
    }

    /// Sets the ending, unless it is already set.
    func end(with ending: HTTPStreamConnection.Ending) {
        finish { $0 = $0 ?? ending }
    }

    /// Sets the ending, even if it is already set.
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

    /// Whether the audio is an MP4 whose index comes after its media.
    var isUnindexedMP4: Bool {
        state.withLock { MP4Beginning.mediaComesFirst(in: $0.beginning) == true }
    }

    func takeTitles(before position: Int) -> [PositionedTitle] {
        state.withLock { state in
            let count = state.titles.prefix { $0.position <= position }.count
            defer { state.titles.removeFirst(count) }
            return Array(state.titles.prefix(count))
        }
    }

    func takeMarkers(before position: Int) -> [PositionedMarker] {
        state.withLock { state in
            let count = state.markers.prefix { $0.position <= position }.count
            defer { state.markers.removeFirst(count) }
            return Array(state.markers.prefix(count))
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
    /// Adds the comments that are complete with `audio`, which follows on what came before.
    mutating func readComments(in audio: [UInt8]) {
        guard comments != nil else { return }
        let capture = Array("OggS".utf8)
        guard beginning.starts(with: capture.prefix(beginning.count)) else {
            comments = nil
            return
        }
        for found in comments?.read(audio) ?? [] {
            markers.append(
                PositionedMarker(
                    .comments(found.comments), position: Int(exactly: found.offset) ?? .max))
        }
    }

    /// Removes and returns the callers to resume, once the beginning is known.
    fileprivate mutating func takeWaiting() -> [CheckedContinuation<[UInt8], Never>] {
        guard isBeginningKnown else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
