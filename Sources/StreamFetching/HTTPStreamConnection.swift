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
    private let pipe: BytePipe
    private let inlet: Inlet
    private let pump: Task<Void, Never>

    /// Starts receiving the body of `response`.
    ///
    /// `onBytes` is called on any thread with the number of audio bytes in each chunk. An
    /// interrupted recording continues as `recovery` allows.
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

    /// How the body ended; `nil` until then. There may still be bytes to read.
    package var ending: Ending? { inlet.ending }

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
