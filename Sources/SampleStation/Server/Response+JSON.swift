import Advertising
import FoundationEssentials
import HTTPServing
import HTTPTypes
import Hummingbird
import MediaTime
import NIOCore

extension Response {
    /// A JSON response with sorted keys.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response
    {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        return Response(
            status: status, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
    }
}

extension Request {
    /// Decodes the body. The error names the expected type.
    func json<Value: Decodable>(_ type: Value.Type, _ context: ConnectionContext) async throws
        -> Value
    {
        do {
            return try await decode(as: type, context: context)
        } catch {
            throw SessionError(.generic, "the body is not a \(type) in JSON: \(error)")
        }
    }

    /// A number from the query; `standard` if it is missing.
    func number(_ name: String, or standard: Int? = nil) throws(SessionError) -> Int {
        guard let text = uri.queryParameters[Substring(name)] else {
            guard let standard else { throw SessionError(.generic, "say ?\(name)=NUMBER") }
            return standard
        }
        guard let number = Int(text) else {
            throw SessionError(.generic, "\(name)=\(text) is not a number")
        }
        return number
    }

    /// The id of a spot in the query; `nil` without one.
    func adID(_ name: String) -> AdID? {
        uri.queryParameters[Substring(name)].map { text in
            Int(text).map(AdID.number) ?? .text(String(text))
        }
    }

    /// The address by which the client reached the station.
    var base: String { "http://\(head.authority ?? "127.0.0.1")" }
}

/// Literals, so that JSON can be written in code as it is sent.
extension JSONNode: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONNode...) { self = .array(elements) }
    package init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(Dictionary(uniqueKeysWithValues: elements))
    }
    package init(nilLiteral: ()) { self = .null }
}
