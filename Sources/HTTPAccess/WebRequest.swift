/// Something to be asked for with GET.
package struct WebRequest: Hashable, Sendable {
    package var address: WebAddress
    package var provenance: AddressProvenance

    /// Sent beside what every request has, and instead of it where the name is the same.
    package var headers: [WebHeader]

    package init(_ address: WebAddress, from provenance: AddressProvenance, headers: [WebHeader]) {
        self.address = address
        self.provenance = provenance
        self.headers = headers
    }
}
