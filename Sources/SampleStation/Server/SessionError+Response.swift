import HTTPTypes
import Hummingbird

extension SessionError: HTTPResponseError {
    package var status: HTTPResponse.Status {
        switch error {
        case .authentication: .unauthorized
        case .security: .forbidden
        case .connection: .serviceUnavailable
        case .stream: .notFound
        case .generic: .badRequest
        }
    }

    package func response(from request: Request, context: some RequestContext) throws -> Response {
        try .json(self, status: status)
    }
}
