/// Something to be asked for, with GET unless it says otherwise.
package struct WebRequest: Hashable, Sendable {
    package var address: WebAddress
    package var provenance: AddressProvenance

    /// Sent beside what every request has, and instead of it where the name is the same.
    package var headers: [RequestHeader]

    /// What each host may know; the name and password in ``address`` are among it.
    private(set) var credentials: HostCredentials

    package var method = Method.get

    /// What is sent with it; nothing where empty.
    package var body: [UInt8] = []

    package enum Method: String, Hashable, Sendable {
        case get = "GET"
        case post = "POST"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    package init(
        _ address: WebAddress, from provenance: AddressProvenance, headers: [RequestHeader] = [],
        credentials: HostCredentials = .none
    ) {
        self.address = address
        self.provenance = provenance
        self.headers = headers
        self.credentials = credentials
        switch provenance {
        case .typed: self.credentials.takeLogin(of: address)
        case .document: self.credentials.takeForeignLogin(of: address)
        }
    }

    /// The request for `target`, which the answer to this one names.
    package func following(_ target: WebAddress) -> WebRequest {
        var request = self
        request.address = target
        request.credentials.takeForeignLogin(of: target)
        if case .typed = provenance { request.provenance = .document(typed: address) }
        return request
    }
}
