import AdDisplay
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
    /// A picture for a page.
    func response(_ image: AdImage) async throws(WebError) -> Response {
        do {
            return .picture(try await picture(image))
        } catch {
            throw WebError(.badGateway, "the picture cannot be shown: \(error)")
        }
    }
}
