/// Something to be asked for, with GET unless it says otherwise.
package struct WebRequest: Hashable, Sendable {
    package var address: WebAddress
    package var provenance: AddressProvenance

    /// Sent beside what every request has, and instead of it where the name is the same.
    package var headers: [WebHeader]

    package var method = Method.get

    /// What is sent with it; nothing where empty.
    package var body: [UInt8] = []

    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package init(_ address: WebAddress, from provenance: AddressProvenance, headers: [WebHeader]) {
        self.address = address
        self.provenance = provenance
        self.headers = headers
    }

    /// The request for `target`, which the answer to this one names.
    ///
    /// What only this request's host may know, such as `Authorization`, goes to no other.
    package func following(_ target: WebAddress) -> WebRequest {
        var request = self
        request.address = target
        if case .typed = provenance { request.provenance = .document(typed: address) }
        if !target.hasSameOrigin(as: address) {
            request.headers.removeAll { $0.isForOneHost }
        }
        return request
    }
}

extension WebHeader {
    /// Whether it says something that only the host it was meant for may know.
    fileprivate var isForOneHost: Bool {
        ["authorization", "cookie", "host"].contains(name.lowercased())
    }
}
