import AdDisplay
import MediaTime
import PlainText

extension ShownAd {
    /// The ad as a page gets it; a side of its size that is missing takes all the room there is.
    ///
    /// `image` is where the page's own server has the picture, ``AdPage/picture(of:)``.
    public var json: JSONValue {
        .present([
            "id": .string(id),
            "type": "\(view.type)",
            "state": "\(state)",
            "position": .string(position),
            "provider": .string(provider),
            "size": .present(["width": view.size.width.json, "height": view.size.height.json]),
            "image": .string("/api/views/\(id.percentEncoded)/image"),
            "text": .string(view.creative.text),
            "target": JSONValue(view.creative.target),
            "spot": JSONValue(view.creative.accompanied.map { String($0.id) }),
        ])
    }
}

extension AdSize.Extent {
    fileprivate var json: JSONValue {
        switch self {
        case .pixels(let count): .integer(Int64(count))
        case .full: .null
        }
    }
}
