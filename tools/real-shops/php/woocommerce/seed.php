<?php
// Fills the shop with varied records. Arguments: how many of each type.
require getcwd() . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/user.php';
wp_set_current_user(1);
$count = (int) $argv[1];
mt_srand(7);
$pick = fn (array $from) => $from[mt_rand(0, count($from) - 1)];

$names = ['Zoë', 'Jürgen', 'O’Brien', '李', 'Ana María', 'Ðorđe', '  Padded ', 'مريم', 'Tom & Co', '<b>Bold</b>', '🦊 Fox', ''];
$prices = ['0', '', '1.005', '9.995', '19.90', '1234.5', '0.01', '99999.99', '7'];
$texts = [
    '', '<p>Plain &amp; simple</p>', '<p>Tom&nbsp;said: <em>"5 &lt; 6"</em></p><script>alert(1)</script>', "Line one\nLine two &euro;5",
    '<ul><li>Ünïcode 漢字 🦊</li><li>two</li></ul>', '<style>p{color:red}</style>Styled', '   ',
];
$address = fn (int $i) => [
    'first_name' => $pick($names), 'last_name' => $pick($names), 'company' => $i % 3 ? '' : "Firma $i GmbH", 'address_1' => "Straße $i",
    'address_2' => $i % 4 ? '' : 'Hinterhof', 'city' => $pick(['Köln', 'São Paulo', 'New York', '東京']), 'state' => $pick(['', 'NY', 'BE']),
    'postcode' => $pick(['50667', '10001', 'SW1A 1AA', '']), 'country' => $pick(['DE', 'US', 'GB', 'JP', '']), 'phone' => $pick(['', '+49 221 1234']),
];

$categories = [];
foreach (['Bags & Accessories', 'Größe "M"', 'Sale <now>', '鞄', 'Plain'] as $name) {
    $term = wp_insert_term($name, 'product_cat');
    $categories[] = $term['term_id'];
}
$customers = [];
for ($i = 1; $i <= $count; $i++) {
    $customer = new WC_Customer();
    $customer->set_email("kunde$i@shop.example");
    $customer->set_username("kunde$i");
    $customer->set_password('irrelevant');
    $customer->set_first_name($pick($names));
    $customer->set_last_name($pick($names));
    if ($i % 4) {
        foreach (['billing', 'shipping'] as $kind) {
            foreach ($address($i) as $field => $value) {
                $customer->{"set_{$kind}_$field"}($value);
            }
        }
        $customer->set_billing_email("kunde$i@shop.example");
    }
    $customer->update_meta_data('loyalty', $pick(['gold', 120, true, 4.75, ['nested' => 1]]));
    $customer->update_meta_data('newsletter <b>', 'ja & nein');
    $customer->save();
    $customers[] = $customer->get_id();
}
// Users that WooCommerce never touched have no modification date; other roles are not listed.
for ($i = 1; $i <= 4; $i++) {
    wp_insert_user(['user_login' => "bare$i", 'user_pass' => 'x', 'user_email' => "bare$i@shop.example", 'role' => $i > 2 ? 'editor' : 'customer']);
}

$products = [];
$kinds = ['WC_Product_Simple', 'WC_Product_Simple', 'WC_Product_Simple', 'WC_Product_External', 'WC_Product_Grouped'];
for ($i = 1; $i <= $count; $i++) {
    if ($i % 20 === 0) {
        $products[] = variable_product($i, $categories);
        continue;
    }
    $kind = $kinds[$i % 5];
    $product = new $kind();
    $product->set_name($i % 9 === 0 ? "Tasche „Größe“ <b>$i</b> & mehr" : "Produkt $i");
    $product->set_status($pick(['publish', 'publish', 'publish', 'draft', 'pending', 'private']));
    $product->set_description($pick($texts));
    $product->set_short_description($pick($texts));
    if ($i % 3) {
        $product->set_sku("SKU-$i");
    }
    if ($kind !== 'WC_Product_Grouped') {
        $product->set_regular_price($pick($prices));
        if ($i % 6 === 0 && $product->get_regular_price() !== '') {
            $product->set_sale_price('0.5');
        }
    }
    $product->set_category_ids(array_slice($categories, $i % 3, $i % 4));
    $product->set_tag_ids($i % 5 ? [] : [wp_insert_term("Tag $i & co", 'product_tag')['term_id']]);
    $product->save();
    $products[] = $product->get_id();
}

function variable_product(int $i, array $categories): int
{
    $attribute = new WC_Product_Attribute();
    $attribute->set_name('Size');
    $attribute->set_options(['S', 'M']);
    $attribute->set_variation(true);
    $parent = new WC_Product_Variable();
    $parent->set_name("Variabel $i");
    $parent->set_attributes([$attribute]);
    $parent->set_category_ids($categories);
    $parent->save();
    foreach (['S' => '12.345', 'M' => '15'] as $size => $price) {
        $variation = new WC_Product_Variation();
        $variation->set_parent_id($parent->get_id());
        $variation->set_attributes(['size' => $size]);
        $variation->set_regular_price($price);
        $variation->save();
    }
    WC_Product_Variable::sync($parent->get_id());
    return $parent->get_id();
}

$sameInstant = '2025-11-02T05:30:00Z';
for ($i = 1; $i <= $count; $i++) {
    $order = wc_create_order(['customer_id' => $i % 4 ? $pick($customers) : 0, 'created_via' => 'rig']);
    $order->set_currency($pick(['EUR', 'EUR', 'USD', 'GBP', 'JPY', 'KWD']));
    $order->set_prices_include_tax($i % 5 === 0);
    for ($line = $i % 4; $line > 0; $line--) {
        $product = wc_get_product($pick($products));
        if ($product && $product->get_type() === 'simple') {
            $order->add_product($product, mt_rand(1, 3));
        }
    }
    if ($i % 6 === 0) {
        $fee = new WC_Order_Item_Fee();
        $fee->set_name('Geschenk & Karte');
        $fee->set_total($pick(['2.5', '1.005', '-3']));
        $order->add_item($fee);
    }
    if ($i % 7 === 0) {
        $coupon = new WC_Order_Item_Coupon();
        $coupon->set_code("code$i");
        $coupon->set_discount('1.99');
        $order->add_item($coupon);
    }
    if ($i % 3 === 0) {
        $shipping = new WC_Order_Item_Shipping();
        $shipping->set_method_title('DHL');
        $shipping->set_total($pick(['4.90', '0', '12.345']));
        $order->add_item($shipping);
    }
    if ($i % 8) {
        $order->set_address($address($i) + ['email' => "kunde$i@shop.example"], 'billing');
        $order->set_address($address($i + 1), 'shipping');
    }
    $order->set_customer_note($i % 11 ? '' : "Bitte <b>schnell</b> & leise\n👍");
    $order->calculate_totals();
    $order->update_meta_data('_rig', ['list' => [1, 2]]);
    $order->set_status($pick(['pending', 'processing', 'completed', 'on-hold', 'failed', 'cancelled']));
    if ($i % 5 === 0) {
        $order->set_date_created($pick([$sameInstant, '2024-03-31T01:30:00Z', '2019-01-01T00:00:00Z']));
    }
    $order->save();
    if ($i % 10 === 0 && $order->get_total() > 0) {
        $part = $i % 20 ? (float) $order->get_total() : round($order->get_total() / 3, 2);
        wc_create_refund(['order_id' => $order->get_id(), 'amount' => $part, 'reason' => 'rig']);
    }
}
// Orders of a product that is gone, records in the trash, and records of one modification instant.
wp_delete_post($products[0], true);
wc_get_product($products[1])->delete(false);
wc_get_orders(['limit' => 1])[0]->delete(false);
$wpdb->query($wpdb->prepare("update {$wpdb->prefix}wc_orders set date_updated_gmt = %s where id %% 3 = 0", '2025-11-02 05:30:00'));
$wpdb->query($wpdb->prepare("update {$wpdb->posts} set post_modified_gmt = %s, post_modified = %s where post_type = 'product' and id %% 3 = 0", '2025-11-02 05:30:00', '2025-11-02 01:30:00'));
// All of it is old: a delta right after the first sync has nothing to fetch.
$old = 'interval 40 day';
$wpdb->query("update {$wpdb->prefix}wc_orders set date_updated_gmt = date_updated_gmt - $old, date_created_gmt = date_created_gmt - $old");
$wpdb->query("update {$wpdb->posts} set post_modified_gmt = post_modified_gmt - $old, post_modified = post_modified - $old");
$wpdb->query("update {$wpdb->users} set user_registered = user_registered - $old");
$wpdb->query("update {$wpdb->usermeta} set meta_value = meta_value - 40 * 86400 where meta_key = 'last_update'");
wp_cache_flush();
$queued = as_get_scheduled_actions(['status' => 'pending', 'per_page' => -1], 'ids');
foreach ($queued as $id) {
    ActionScheduler::store()->cancel_action($id);
}
echo "\n" . json_encode(['customers' => count($customers), 'products' => count($products), 'orders' => $count]);
