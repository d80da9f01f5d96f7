/// A request, by default with GET.
package struct WebRequest: Hashable, Sendable {
    package var address: WebAddress
    package var provenance: AddressProvenance

    /// Added to the fields of every request; replaces those with the same name.
    package var headers: [RequestHeader]

    /// The credentials for each host, including the name and password in ``address``.
    private(set) var credentials: HostCredentials

    package var method = Method.get

    /// The request has no body if this is empty.
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

    /// The request for `target`, which the response to this one names.
    package func following(_ target: WebAddress) -> WebRequest {
        var request = self
        request.address = target
        request.credentials.takeForeignLogin(of: target)
        if case .typed = provenance { request.provenance = .document(typed: address) }
        return request
    }
}
