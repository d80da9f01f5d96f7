import HTTPTypes
import Hummingbird

/// Why the ad service refused a request: one of the five types of rule M1, with a message.
package struct SessionError: Error, Codable, Equatable, CustomStringConvertible {
    package var error: Kind
    package var message: String

    package enum Kind: String, Codable, CaseIterable, Sendable {
        case authentication
        case connection
        case security
        case stream
        case generic
    }

    init(_ error: Kind, _ message: String) {
        self.error = error
        self.message = message
    }

    package var description: String { "\(error.rawValue): \(message)" }
}

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
