import AdPlayback
import Advertising
import AudioSinks
import Interlude
import Testing

/// Records all events of a `Mycrocast`, and lets a test wait for them.
final class Witness: LiveStreamsDelegate, StreamSessionDelegate, AudioSessionDelegate,
    AdvertisementDelegate
{
    enum Note: Hashable {
        case added(Int)
        case updated(String)
        case removed(Int)
        case state(SessionState)
        case failure(SessionError.Kind)
        case warning(String)
        case muted(Int)
        case unmuted(Int)
        case advertisementAvailable
        case adPlayStarted
        case adPlayFinished
        case banner(Advertisement)
        case finished(Int, FinishStatus)
        case event(String)
        case audio(sampleCount: Int)
    }

    private let notes: AsyncStream<Note>
    private let output: AsyncStream<Note>.Continuation

    /// Observes everything that `service` offers.
    init(of service: Mycrocast) {
        (notes, output) = AsyncStream.makeStream()
        service.streams.addObserver(self)
        service.sessionControl.addObserver(self)
        service.sessionControl.addAudioDelegate(self)
        service.advertisements.addObserver(advertisementDelegate: self)
    }

    /// Waits for the next note that is `wanted`, and drops the ones before it.
    func note(_ wanted: Note) async {
        for await note in notes where note == wanted { return }
    }

    /// Waits for the next note that `read` returns a value for.
    func next<Value>(_ read: (Note) -> Value?) async throws -> Value {
        for await note in notes {
            if let value = read(note) { return value }
        }
        throw CancellationError()
    }

    /// The notes that arrived and were not waited for.
    func rest() async -> [Note] {
        output.finish()
        var rest: [Note] = []
        for await note in notes { rest.append(note) }
        return rest
    }

    func onStreamAdded(_ stream: LiveStream) { output.yield(.added(stream.id)) }
    func onStreamUpdated(_ stream: LiveStream) { output.yield(.updated(stream.title)) }
    func onStreamRemoved(_ stream: LiveStream) { output.yield(.removed(stream.id)) }
    func onSessionFailure(_ error: SessionError) { output.yield(.failure(error.kind)) }
    func onSessionWarning(_ line: String) { output.yield(.warning(line)) }
    func streamerMuted(_ stream: LiveStream) { output.yield(.muted(stream.id)) }
    func streamerUnMuted(_ stream: LiveStream) { output.yield(.unmuted(stream.id)) }
    func onAdvertisementAvailable() { output.yield(.advertisementAvailable) }
    func onAdPlayStarted() { output.yield(.adPlayStarted) }
    func onAdPlayFinished() { output.yield(.adPlayFinished) }
    func showBanner(of advertisement: Advertisement) { output.yield(.banner(advertisement)) }
    func onEvent(_ record: EventRecord) { output.yield(.event(record.event)) }
    func onAudioDataAvailable(_ audio: AudioPacket) {
        output.yield(.audio(sampleCount: audio.samples.count))
    }
    func onSessionStateUpdate(_ state: SessionState) { output.yield(.state(state)) }
    func onAvailableDelayChanged(_ delay: Duration) {}

    func onAdvertisementFinished(_ advertisement: Advertisement, _ status: FinishStatus) {
        output.yield(.finished(advertisement.id, status))
    }
}
