import AdCues
import HTTPAccess
import Synchronization

/// An open response whose body is audio, with or without ICY metadata.
///
/// It reads ahead up to a limit, and then waits until the reader consumes bytes.
package final class HTTPStreamConnection: LiveConnection {
    /// How the body ended.
    package enum Ending: Sendable {
        /// The server closed it.
        case finished
        case failed(any Error)
    }

    package let headers: StreamHeaders
    let response: WebResponse
    private let pipe: BytePipe
    private let inlet: Inlet
    private let pump: Task<Void, Never>

    /// Starts receiving the body of `response`.
    ///
    /// `onBytes` is called on any thread with the number of audio bytes in each chunk. An
    /// interrupted recording continues as `recovery` allows. A reader of a live stream that waits
    /// gets the next `portion` bytes at a time.
    convenience init(
        _ response: WebResponse, highWaterMark: Int = 256 * 1024, portion: Int = 1,
        onBytes: @escaping @Sendable (Int) -> Void = { _ in }, recovery: Recovery? = nil
    ) {
        let headers = StreamHeaders(response)
        let body = LastingBody(of: response, recovery: headers.isLive ? nil : recovery)
        self.init(
            response, headers,
            BytePipe(highWaterMark: highWaterMark, portion: headers.isLive ? portion : 1),
            onBytes: onBytes, forEachChunk: body.forEachChunk)
    }

    /// Starts receiving `byteCount` bytes of the recording `whole`, which are the body of
    /// `response`.
    convenience init(
        part response: WebResponse, of whole: HTTPStreamConnection, byteCount: Int,
        onBytes: @escaping @Sendable (Int) -> Void
    ) {
        self.init(
            response, whole.headers, BytePipe(), onBytes: onBytes,
            forEachChunk: PartialBody(of: response, byteCount: byteCount).forEachChunk)
    }

    private typealias Consumer = @Sendable ([UInt8]) async throws -> Void

    private init(
        _ response: WebResponse, _ headers: StreamHeaders, _ pipe: BytePipe,
        onBytes: @escaping @Sendable (Int) -> Void,
        forEachChunk: @escaping @Sendable (@escaping Consumer) async throws -> Void
    ) {
        let inlet = Inlet(metadataInterval: headers.metadataInterval)
        self.headers = headers
        self.response = response
        self.pipe = pipe
        self.inlet = inlet
        pump = Task {
            do {
                try await forEachChunk { chunk in
                    let audio = inlet.take(chunk)
                    if !audio.isEmpty { onBytes(audio.count) }
                    try await pipe.write(audio)
                }
                inlet.end(with: .finished)
                pipe.finish()
            } catch {
                inlet.end(with: .failed(error))
                pipe.finish(throwing: error)
            }
        }
    }

    deinit {
        pump.cancel()
    }

    /// How the body ended; `nil` until then. There may still be bytes to read.
    package var ending: Ending? { inlet.ending }

    /// Whether the stream is endless. An MP4 whose index comes after its media has an end, even if
    /// the server declares no length.
    package var isLive: Bool { headers.isLive && !inlet.isUnindexedMP4 }

    /// Returns the first bytes of the audio without consuming them: enough to recognise their kind,
    /// or all if there are fewer.
    func beginning() async -> [UInt8] {
        await inlet.beginning()
    }
}

extension HTTPStreamConnection {
    package var contentType: String? { headers.contentType }

    package func takeTitles(before position: Int) -> [PositionedTitle] {
        inlet.takeTitles(before: position)
    }

    package func takeMarkers(before position: Int) -> [PositionedMarker] {
        inlet.takeMarkers(before: position)
    }

    /// Blocks until there is audio; 0 at the end of the body. Throws the error that ended the
    /// connection.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try pipe.read(into: buffer)
    }

    /// The number of audio bytes; `nil` if the stream is live.
    package var size: Int? { headers.isLive ? nil : headers.contentLength }

    package func seek(to position: Int) -> Bool { false }

    package func breakOff(because shortage: Shortage) {
        let failure = FetchFailure.short(shortage, address: headers.address.description)
        inlet.endInstead(with: .failed(failure))
        pipe.finish(throwing: failure)
        pump.cancel()
    }

    /// Also closes the connection to the server.
    package func cancel() {
        pump.cancel()
        pipe.cancel()
    }
}
