/// Who asked for a source, which decides where its address may lead.
public enum SourceNamer: String, Hashable, Sendable, Codable {
    /// The operator, who may name files and any address.
    case `operator`

    /// A listener, who may name addresses in the public network only. The same holds for what
    /// these addresses lead to.
    case listener
}
