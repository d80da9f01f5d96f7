/// The origin of an address, which decides where it may lead.
package enum AddressProvenance: Hashable, Sendable {
    /// The operator typed it: it may lead anywhere.
    case typed

    /// It was found in a document or a redirect. It may lead to a loopback or private address only
    /// if that is allowed, or if it has the same host and port as `typed`. That is the address that
    /// the operator typed to get the document; `nil` if there is none.
    case document(typed: WebAddress?)
}
