import AdCues
import HTTPAccess
import Synchronization

/// An open answer whose body is audio, with or without ICY metadata in it.
///
/// It reads ahead up to a bound, and no further until the reader takes bytes.
package final class HTTPStreamConnection: LiveConnection {
    /// How the body came to its end.
    package enum Ending: Sendable {
        /// The server closed it.
        case finished
        case failed(any Error)
    }

    package let headers: StreamHeaders
    private let pipe: BytePipe
    private let inlet: Inlet
    private let pump: Task<Void, Never>

    /// Begins to take the body of `response` in.
    ///
    /// `onBytes` is told of every chunk how many bytes of audio it held, on any thread. A recording
    /// that breaks off goes on as `recovery` allows.
    init(
        _ response: WebResponse, highWaterMark: Int = 256 * 1024,
        onBytes: @escaping @Sendable (Int) -> Void = { _ in }, recovery: Recovery? = nil
    ) {
        let headers = StreamHeaders(response)
        let pipe = BytePipe(highWaterMark: highWaterMark)
        let inlet = Inlet(metadataInterval: headers.metadataInterval)
        self.headers = headers
        self.pipe = pipe
        self.inlet = inlet
        let body = LastingBody(of: response, recovery: headers.isLive ? nil : recovery)
        pump = Task {
            do {
                try await body.forEachChunk { chunk in
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

    /// How the body ended, or `nil` while it goes on. Bytes may still be left to read.
    package var ending: Ending? { inlet.ending }

    /// The first bytes of the audio, as soon as enough are there to know what they are, or all if
    /// there are fewer. They stay to be read.
    func beginning() async -> [UInt8] {
        await inlet.beginning()
    }
}

extension HTTPStreamConnection {
    package var contentType: String? { headers.contentType }

    package func takeTitles(before position: Int) -> [PositionedTitle] {
        inlet.takeTitles(before: position)
    }

    /// Waits for audio; 0 at the end of the body. Throws what broke the connection.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try pipe.read(into: buffer)
    }

    /// How many bytes of audio there are, unless the stream is live.
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
