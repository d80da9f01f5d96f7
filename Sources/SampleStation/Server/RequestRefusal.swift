import Advertising
import HTTPTypes
import Hummingbird

/// Why a request is not answered as asked, in one line: `{"error":…}`.
struct RequestRefusal: Error, Equatable, CustomStringConvertible {
    var status: HTTPResponse.Status
    var description: String

    init(_ description: String, status: HTTPResponse.Status = .badRequest) {
        self.status = status
        self.description = description
    }
}

extension RequestRefusal: HTTPResponseError {
    func response(from request: Request, context: some RequestContext) throws -> Response {
        let body: JSONNode = ["error": .string(description)]
        return try .json(body, status: status)
    }
}
