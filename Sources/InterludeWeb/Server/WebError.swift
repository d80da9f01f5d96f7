import HTTPTypes
import Hummingbird
import Interlude
import NIOCore
import PlainText

/// An error response with one sentence as JSON.
struct WebError: Error, Hashable, HTTPResponseError {
    let status: HTTPResponse.Status
    let message: String
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ message: String, headers: HTTPFields = [:]) {
        self.status = status
        self.message = message
        self.headers = headers
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        var response = Response.json(["error": .string(message.printable())], status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}

extension Response {
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.description)))
    }
}

extension Request {
    /// Refuses a HEAD for a body without an end. Joining what it would describe is work in vain.
    func refuseHead() throws(WebError) {
        guard method == .head else { return }
        throw WebError(
            .methodNotAllowed, "\(uri.path) does not allow HEAD; use GET", headers: [.allow: "GET"])
    }
}
