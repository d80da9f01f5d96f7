/// What a ``Figure`` counts.
enum FigureUnit: String, Hashable, Sendable, Codable {
    case milliseconds = "ms"
    case frames
    case perSecond = "1/s"
    case times
    case partsPerMillion = "ppm"
}
