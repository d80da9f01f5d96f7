import HTTPTypes
import Hummingbird
import Interlude
import PlainText

/// What a request is answered with that cannot be carried out: one sentence as JSON.
struct WebError: Error, Hashable, HTTPResponseError {
    let status: HTTPResponse.Status
    let words: String
    let headers: HTTPFields

    init(_ status: HTTPResponse.Status, _ words: String, headers: HTTPFields = [:]) {
        self.status = status
        self.words = words
        self.headers = headers
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        var response = Response.json(["error": .string(words.printable())], status: status)
        response.headers.append(contentsOf: headers)
        return response
    }
}
