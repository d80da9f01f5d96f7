import FoundationEssentials
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore
import PlainText

/// Decodes request bodies, and describes errors in one sentence.
struct RequestBodyReader: Sendable {
    static let maximumByteCount = 65_536

    /// The expected form for error messages, such as `{"seconds": NUMBER}`.
    let form: String

    /// The allowed keys.
    let keys: Set<String>

    init(_ form: String, keys: Set<String>) {
        self.form = form
        self.keys = keys
    }

    /// Throws if the request has a body other than `{}`.
    static func expectNone(in request: Request) async throws {
        let body = try await bytes(of: request)
        guard body.isEmpty || body == Array("{}".utf8) else {
            throw WebError(.badRequest, "\(request.uri.path) takes no body; leave it out")
        }
    }

    /// Decodes an optional body; `nil` if there is none.
    func readIfAny<Value: Decodable>(
        _ type: Value.Type, from request: Request
    ) async throws -> Value? {
        let body = Data(try await Self.bytes(of: request))
        return body.isEmpty ? nil : try value(type, in: body, of: request)
    }

    func read<Value: Decodable>(_ type: Value.Type, from request: Request) async throws -> Value {
        try value(type, in: Data(try await Self.bytes(of: request)), of: request)
    }

    private func value<Value: Decodable>(
        _ type: Value.Type, in body: Data, of request: Request
    ) throws -> Value {
        guard request.isJSON else {
            throw WebError(
                .unsupportedMediaType,
                "\(request.uri.path) takes JSON; send 'Content-Type: application/json'")
        }
        do {
            let decoder = JSONDecoder()
            let found = try decoder.decode(Keys.self, from: body)
            if let surplus = found.names.subtracting(keys).min() {
                throw malformed(request, "'\(surplus)' is unknown")
            }
            return try decoder.decode(type, from: body)
        } catch let error as DecodingError {
            throw malformed(request, error.sentence)
        }
    }

    /// The response to a malformed body.
    func malformed(_ request: Request, _ reason: String) -> WebError {
        WebError(.badRequest, "\(reason); \(request.uri.path) takes \(form)")
    }

    private static func bytes(of request: Request) async throws -> [UInt8] {
        let tooLarge = WebError(
            .contentTooLarge, "the body is too large; the limit is \(maximumByteCount) bytes")
        if let length = request.headers[.contentLength].flatMap({ Int($0) }),
            length > maximumByteCount
        {
            throw tooLarge
        }
        do {
            return Array(try await request.body.collect(upTo: maximumByteCount).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }

    /// Decodes only the keys of an object.
    private struct Keys: Decodable {
        let names: Set<String>

        init(from decoder: any Decoder) throws {
            names = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) { nil }
    }
}

extension Request {
    fileprivate var isJSON: Bool {
        let type = headers[.contentType]?.prefix { $0 != ";" }
        return type?.trimmed.lowercased() == "application/json"
    }
}

extension DecodingError {
    /// The error as a clause for an error message.
    fileprivate var sentence: String {
        switch self {
        case .keyNotFound(let key, let context):
            "'\(Self.name(context.codingPath + [key]))' is missing"
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            context.codingPath.isEmpty
                ? "the body is not an object"
                : "'\(Self.name(context.codingPath))' has the wrong type"
        case .dataCorrupted(let context):
            if context.codingPath.isEmpty {
                "the body is not JSON"
            } else if let error = context.underlyingError as? NumberError {
                "'\(Self.name(context.codingPath))' \(error)"
            } else {
                "'\(Self.name(context.codingPath))' is invalid"
            }
        @unknown default: "the body is invalid"
        }
    }

    private static func name(_ path: [any CodingKey]) -> String {
        path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
