// Numbers in documents. An unusable number throws `DecodingError.dataCorrupted` with a
// `NumberError` as its underlying error.

extension KeyedDecodingContainer {
    /// Reads a number of seconds.
    package func decodeSeconds(forKey key: Key, within bounds: TimeBounds) throws -> Duration {
        let seconds = try decode(Double.self, forKey: key)
        return try checked(key) { () throws(NumberError) in
            try Duration(checking: seconds, within: bounds)
        }
    }

    /// Reads a number of seconds; `nil` where there is none.
    package func decodeSecondsIfPresent(
        forKey key: Key, within bounds: TimeBounds
    ) throws -> Duration? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decodeSeconds(forKey: key, within: bounds)
    }

    /// Returns the result of `body`, and adds the coding path of `key` to an error that it throws.
    package func checked<Value>(
        _ key: Key, _ body: () throws(NumberError) -> Value
    ) throws -> Value {
        do throws(NumberError) {
            return try body()
        } catch {
            throw DecodingError.number(error, at: codingPath + [key])
        }
    }
}

extension SingleValueDecodingContainer {
    /// Reads a number of seconds.
    package func decodeSeconds(within bounds: TimeBounds) throws -> Duration {
        let seconds = try decode(Double.self)
        do throws(NumberError) {
            return try Duration(checking: seconds, within: bounds)
        } catch {
            throw DecodingError.number(error, at: codingPath)
        }
    }
}

extension KeyedDecodingContainer {
    /// Reads a time in the format of `Duration`'s own `Codable`, within ``TimeBounds/session``.
    ///
    /// Shadows the standard library's function for this type, also in synthesized conformances: an
    /// encoded `Duration` may be too large for its own `components`.
    package func decode(_ type: Duration.Type, forKey key: Key) throws -> Duration {
        let time = try decode(WrittenTime.self, forKey: key).time
        return try checked(key) { () throws(NumberError) in try TimeBounds.session.check(time) }
    }

    /// Reads a time in the format of `Duration`'s own `Codable`; `nil` where there is none.
    package func decodeIfPresent(_ type: Duration.Type, forKey key: Key) throws -> Duration? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try decode(Duration.self, forKey: key)
    }
}

/// A time in the format of `Duration`'s own `Codable`, not checked against any bounds.
private struct WrittenTime: Decodable {
    let time: Duration

    init(from decoder: any Decoder) throws {
        time = try decoder.singleValueContainer().decode(Duration.self)
    }
}

extension DecodingError {
    /// A number at `path` that cannot be used.
    package static func number(_ error: NumberError, at path: [any CodingKey]) -> DecodingError {
        let name = path.last { $0.intValue == nil }?.stringValue ?? "the number"
        return .dataCorrupted(
            Context(
                codingPath: path, debugDescription: "\"\(name)\" \(error)", underlyingError: error))
    }

    /// Names the number and what is wrong with it; `nil` if the error is not about a number.
    package var numberWords: String? {
        guard case .dataCorrupted(let context) = self, context.underlyingError is NumberError
        else { return nil }
        return context.debugDescription
    }
}
