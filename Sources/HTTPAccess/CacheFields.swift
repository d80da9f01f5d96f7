import MediaTime

/// What a response says of its reuse (RFC 9111).
package struct CacheFields: Hashable, Sendable, Codable {
    /// `ETag`, by which the server recognises the body.
    package var tag: String?
    /// `Last-Modified`.
    package var date: String?
    /// `Cache-Control`.
    package var control: String?
    /// `Age` in seconds: how long other caches have had the body.
    package var age = 0

    package init(tag: String? = nil, date: String? = nil, control: String? = nil, age: Int = 0) {
        self.tag = tag
        self.date = date
        self.control = control
        self.age = age
    }

    /// The headers of a request that asks whether the body is still the same; none if the server
    /// cannot tell.
    package var conditions: [RequestHeader] {
        [tag.map { .ifNoneMatch($0) }, date.map { .ifModifiedSince($0) }].compactMap(\.self)
    }

    /// Whether `Cache-Control` has a directive.
    package func has(_ directive: String) -> Bool {
        directives.contains { $0.name == directive }
    }

    /// How many seconds the body is fresh from its receipt on; 0 if the server does not say.
    package var freshSeconds: Int {
        let words = directives.first { $0.name == "max-age" }?.value ?? ""
        // A number that is too large means without end, and a year is that.
        let seconds = words.allSatisfy(\.isASCII) ? Int(words.prefix(9)) ?? 0 : 0
        return max(0, min(seconds, Self.year) - max(0, age))
    }

    private static let year = 366 * 86_400

    private var directives: [(name: String, value: String)] {
        (control ?? "").split(separator: ",").map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map {
                $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
            }
            return (parts.first?.lowercased() ?? "", parts.count > 1 ? parts[1] : "")
        }
    }

    /// These fields, replaced by those that a response 304 has.
    package func updated(by newer: CacheFields) -> CacheFields {
        CacheFields(
            tag: newer.tag ?? tag, date: newer.date ?? date, control: newer.control ?? control,
            age: newer.age)
    }
}

extension WebResponse {
    /// What the response says of its reuse. Fields longer than anybody needs are left out.
    package var cacheFields: CacheFields {
        func short(_ name: String) -> String? {
            self[header: name].flatMap { $0.utf8.count <= 1000 ? $0 : nil }
        }
        return CacheFields(
            tag: short("etag"), date: short("last-modified"), control: short("cache-control"),
            age: short("age").flatMap { Int($0) } ?? 0)
    }

    /// Whether the body is still the one that the request describes.
    package var isNotModified: Bool { status == 304 }

    /// Whether this is a whole body, and no other answer of success.
    package var isWhole: Bool { status == 200 }
}

extension WebClient {
    /// Tells apart what must not be mixed up in a cache: the address, with its name and password,
    /// and the rule under which it, and what it redirects to, was allowed. `nil` if it is forbidden.
    ///
    /// A secret: it contains passwords, and queries that may be some.
    package func cacheIdentity(of request: WebRequest) -> String? {
        let rule = configuration.addressRule
        guard rule.reach(of: request.address, from: request.provenance) != nil else { return nil }
        let trust =
            switch (rule, request.provenance) {
            case (.anywhere, _): "anywhere"
            case (.publicOnly, .typed): "typed"
            case (.publicOnly, .document(let typed)):
                "document of \(typed.map { "\($0.host):\($0.port)" } ?? "anyone")"
            }
        let credentials = request.credentials.headers(for: request.address)
        let lines = [trust] + credentials.map { "\($0.name): \($0.value)" }
        return (lines + ["\(request.address)"]).joined(separator: "\n")
    }
}
