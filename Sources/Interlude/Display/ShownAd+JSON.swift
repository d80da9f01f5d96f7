import AdDisplay
import MediaTime
import PlainText

extension ShownAd {
    /// The ad for a page; a missing dimension takes all available room.
    ///
    /// `image` is the address of the picture on the page's own server, ``AdPage/picture(of:)``.
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
