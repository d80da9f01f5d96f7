import AdDisplay
import HTTPServing
import HTTPTypes
import Hummingbird
import Interlude
import NIOCore

extension Response {
    /// A picture, which is not to do anything, also if it is opened by itself.
    static func picture(_ picture: AdPicture) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: picture.format.contentType, .cacheControl: "private, max-age=3600",
                .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.bytes)))
    }
}

extension AdPictures {
    /// A picture for a page that a sender in that role looks at.
    func response(
        _ image: AdImage, for role: RequestRole
    ) async throws(WebError) -> Response {
        do {
            return .picture(try await picture(image))
        } catch {
            throw WebError.noPicture(error, for: role)
        }
    }
}

extension WebError {
    /// Says why there is no picture, in the words for that role.
    static func noPicture(_ error: any Error, for role: RequestRole) -> WebError {
        let words = ListenerWords.noPicture
        return WebError(.badGateway, role == .operator ? "\(words): \(error)" : words)
    }
}
