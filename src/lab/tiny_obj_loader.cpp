// tinyobjloader itself, which Debian has compiled for its own processors only.
#define TINYOBJLOADER_IMPLEMENTATION
#include <tiny_obj_loader.h>
