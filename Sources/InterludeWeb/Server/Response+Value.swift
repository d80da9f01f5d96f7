import HTTPTypes
import Hummingbird
import Interlude
import NIOCore

extension Response {
    /// An answer of one JSON value.
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.description)))
    }
}
