import HTTPTypes

/// The header fields of Shoutcast and Icecast.
extension HTTPField.Name {
    static let icyMetaData = HTTPField.Name("Icy-MetaData")!
    static let icyMetaInterval = HTTPField.Name("icy-metaint")!
    static let icyName = HTTPField.Name("icy-name")!
    static let icyDescription = HTTPField.Name("icy-description")!
    static let icyGenre = HTTPField.Name("icy-genre")!
    static let icyPublic = HTTPField.Name("icy-pub")!
    static let icyBitRate = HTTPField.Name("icy-br")!
}
