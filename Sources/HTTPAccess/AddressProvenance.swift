/// Who named an address, which decides where it may lead.
package enum AddressProvenance: Hashable, Sendable {
    /// The operator typed it: it may lead anywhere.
    case typed

    /// It stood in a document or a redirect: it may lead to a loopback or private address only if
    /// that is allowed, or if it stays with the host and port of `typed`, the address that the
    /// operator typed to get the document; `nil` if there is none.
    case document(typed: WebAddress?)
}
