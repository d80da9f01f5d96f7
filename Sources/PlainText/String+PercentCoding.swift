extension String {
    /// The text as a part of an address: everything but the unreserved characters of RFC 3986 is
    /// written as the bytes of UTF-8 in hexadecimal.
    package var percentEncoded: String {
        var coded: [UInt8] = []
        coded.reserveCapacity(utf8.count)
        for byte in utf8 {
            if byte.isUnreserved {
                coded.append(byte)
            } else {
                // number: half a byte fits.
                let (high, low) = (Int(byte >> 4), Int(byte & 15))
                coded += [UInt8(ascii: "%"), Self.digits[high], Self.digits[low]]
            }
        }
        return String(decoding: coded, as: UTF8.self)
    }

    /// The text that is written with `%` and two hexadecimal digits for bytes; `nil` if digits are
    /// missing, or if the bytes are not UTF-8.
    package var percentDecoded: String? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(utf8.count)
        var rest = utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.next()?.hexadecimalDigit, let low = rest.next()?.hexadecimalDigit
            else { return nil }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

extension UInt8 {
    /// Whether it is one of the unreserved characters of RFC 3986.
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        default: false
        }
    }

    fileprivate var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
