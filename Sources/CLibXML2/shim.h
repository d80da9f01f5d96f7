#pragma once

#include <libxml/xmlversion.h>
// Without the headers of ICU, whose types clash with those in Foundation's modules. Only the last
// members of xmlCharEncodingHandler, which is not used here, depend on it.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
