import Advertising
import HTTPTypes
import Hummingbird
import MediaTime

/// The parameters of a request's query, with conversions.
struct QueryFields: Sendable {
    private let values: [String: String]

    init(_ values: [String: String]) {
        self.values = values
    }

    /// Of a repeated parameter, the first one counts.
    init(_ request: Request) {
        values = Dictionary(
            request.uri.queryParameters.map { (String($0.key), String($0.value)) },
            uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> String? { values[name] }

    var all: [String: String] { values }

    func required(_ name: String) throws(RequestRefusal) -> String {
        guard let value = values[name], !value.isEmpty else {
            throw RequestRefusal("say ?\(name)=…")
        }
        return value
    }

    /// A number of seconds; `nil` if it is missing.
    func seconds(_ name: String) throws(RequestRefusal) -> Double? {
        guard let text = values[name] else { return nil }
        guard let number = Double(text), number.isFinite, abs(number) < 1e9 else {
            throw RequestRefusal("\(name)=\(text) is not a number of seconds")
        }
        return number
    }

    func integer(_ name: String) throws(RequestRefusal) -> Int? {
        guard let text = values[name] else { return nil }
        guard let number = Int(text) else {
            throw RequestRefusal("\(name)=\(text) is not a whole number")
        }
        return number
    }

    /// One of an enumeration's words; `nil` if it is missing.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String
    ) throws(RequestRefusal) -> Word? {
        guard let text = values[name] else { return nil }
        guard let word = Word(rawValue: text) else {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            throw RequestRefusal("\(name)=\(text): it is one of \(known)")
        }
        return word
    }
}

/// Why a request was refused, as `{"error":…}`.
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
