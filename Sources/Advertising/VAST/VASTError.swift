/// The error codes of VAST (4.3, section 2.3.6.3), by which an ad server learns why nothing was heard.
package enum VASTError: Int, Error, Hashable, Sendable, CaseIterable {
    /// Not XML, a web page, or a document that breaks off.
    case malformed = 100
    /// Another root, or a required element is missing.
    case schema = 101
    /// VAST 1, or a major version that does not exist.
    case version = 102
    case notExpected = 200
    /// An ad that is shown beside the content, and is not heard.
    case linearity = 201
    case duration = 202
    case size = 203
    case categoryMissing = 204
    case categoryBlocked = 205
    case breakShortened = 206
    case wrapper = 300
    case wrapperUnreachable = 301
    case wrapperLimit = 302
    case noAd = 303
    case notInTime = 304
    case linear = 400
    case mediaMissing = 401
    case mediaTimeout = 402
    /// None of the media files has a type that can be played.
    case mediaType = 403
    case mediaUndecodable = 405
    case mezzanineMissing = 406
    case mezzaninePending = 407
    case conditional = 408
    case interactive = 409
    case verification = 410
    case mezzanineUnfit = 411
    case nonLinear = 500
    case nonLinearSize = 501
    case nonLinearMissing = 502
    case nonLinearType = 503
    case companion = 600
    case companionSize = 601
    case companionRequired = 602
    case companionMissing = 603
    case companionType = 604
    case undefined = 900
    /// The only media is a program that would have to run in a browser.
    case vpaid = 901
    case interactiveFile = 902
}
